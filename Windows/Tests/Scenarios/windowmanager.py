"""The part of a window manager, on a display that has none."""

import ctypes


class WindowManager:
    """A connection to the display, and the largest window on it."""

    def __init__(self, stage):
        self.x11 = ctypes.CDLL("libX11.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.window = stage.until(self.largest, "a window on the display")

    def largest(self):
        root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))
        count, children = ctypes.c_uint(), ctypes.POINTER(ctypes.c_ulong)()
        other = ctypes.c_ulong()
        self.x11.XQueryTree(
            self.display, root, ctypes.byref(other), ctypes.byref(other), ctypes.byref(children), ctypes.byref(count))
        best, area = None, 10_000
        for index in range(count.value):
            window = ctypes.c_ulong(children[index])
            x, y = ctypes.c_int(), ctypes.c_int()
            width, height, border, depth = (ctypes.c_uint() for _ in range(4))
            self.x11.XGetGeometry(
                self.display, window, ctypes.byref(other), ctypes.byref(x), ctypes.byref(y), ctypes.byref(width),
                ctypes.byref(height), ctypes.byref(border), ctypes.byref(depth))
            if width.value * height.value > area:
                best, area = window, width.value * height.value
        return best

    def minimize(self):
        self.x11.XUnmapWindow(self.display, self.window)
        self.x11.XSync(self.display, 0)

    def restore(self):
        self.x11.XMapWindow(self.display, self.window)
        self.x11.XSync(self.display, 0)

    def resize(self, width, height):
        self.x11.XResizeWindow(self.display, self.window, width, height)
        self.x11.XSync(self.display, 0)

    def give_keys(self):
        """Gives the window the keys. X gives them to no window when the one that had them closes."""
        none, now = 0, 0
        self.x11.XSetInputFocus(self.display, self.window, none, now)
        self.x11.XSync(self.display, 0)

    def soil(self):
        """Paints over the whole window, which then has to draw itself."""
        self.x11.XCreateGC.restype = ctypes.c_void_p
        pen = ctypes.c_void_p(self.x11.XCreateGC(self.display, self.window, 0, None))
        self.x11.XSetForeground(self.display, pen, 0xFF0000)
        self.x11.XFillRectangle(self.display, self.window, pen, 0, 0, 10_000, 10_000)
        self.x11.XClearArea(self.display, self.window, 0, 0, 0, 0, 1)
        self.x11.XSync(self.display, 0)
