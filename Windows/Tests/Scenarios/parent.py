"""A program with its own window, which prints the window's name for others: for prompts that belong to it.

    parent.py TITLE
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("GdkWayland", "4.0")
from gi.repository import GdkWayland, GLib, Gtk  # noqa: E402


def tell(_toplevel, handle, *_):
    print("wayland:" + handle, flush=True)


GLib.set_prgname(sys.argv[1])
Gtk.init()
window = Gtk.Window(title=sys.argv[1], default_width=600, default_height=500)
window.present()
GdkWayland.WaylandToplevel.export_handle(window.get_surface(), tell)
GLib.MainLoop().run()
