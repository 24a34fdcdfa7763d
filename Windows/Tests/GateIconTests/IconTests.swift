import CAdwaita
import CGateWidgets
import Foundation
import Testing

/// GTK draws a theme's icons with an image loader, which a desktop may lack, so the windows draw their own.
@Suite("The windows' icons", .serialized)
struct IconTests {
    /// Registers GTK's types, which needs no display: the result only says whether there is one.
    init() { _ = gtk_init_check() }

    private static let kinds = (BIOGATE_ICON_FINGERPRINT.rawValue...BIOGATE_ICON_CROSS.rawValue)
        .map { BiogateIconKind($0) }

    @Test("Each icon is drawn in the text's colour at each size, and no two are alike", arguments: [16, 32, 96])
    func drawn(side: Int) {
        var seen = Set<[UInt32]>()
        for kind in Self.kinds {
            let pixels = unsafe Self.draw(unsafe biogate_icon(kind), side)
            let inked = pixels.filter { $0 >> 24 > 0x80 }
            // Lines: neither an empty square nor a filled one.
            #expect((side * side / 25...side * side / 2).contains(inked.count), "\(kind): \(inked.count) pixels")
            // The colour is red, and premultiplied.
            #expect(inked.allSatisfy { $0 & 0xffff == 0 && ($0 >> 16) & 0xff == $0 >> 24 }, "\(kind)")
            #expect(seen.insert(pixels).inserted, "\(kind) is drawn as another icon")
        }
    }

    @Test("No window names a theme icon, except the one that an app chooses")
    func named() throws {
        let windows = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let sources = windows.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var read = 0
        for case let file as URL in files where ["swift", "c", "h", "ui", "css"].contains(file.pathExtension) {
            read += 1
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let isOfApp = line.contains("logo-icon-name") || line.contains("gate_image(logo.pointer)")
                let names = ["icon-name", "icon_name", "-gtk-icontheme"].contains { line.contains($0) }
                #expect(!names || isOfApp, "\(file.lastPathComponent): \(line)")
            }
        }
        #expect(read > 20)
    }

    /// The pixels of an icon drawn in red: alpha, red, green and blue, from the highest byte down.
    private static func draw(_ icon: UnsafeMutableRawPointer?, _ side: Int) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: side * side)
        let snapshot = unsafe gtk_snapshot_new()
        var colours = [GdkRGBA](repeating: GdkRGBA(red: 1, green: 0, blue: 0, alpha: 1), count: 4)
        unsafe gtk_symbolic_paintable_snapshot_symbolic(
            OpaquePointer(icon), snapshot, Double(side), Double(side), &colours, 4)
        let node = unsafe gtk_snapshot_free_to_node(snapshot)
        unsafe pixels.withUnsafeMutableBytes { bytes in
            let data = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            let surface = unsafe cairo_image_surface_create_for_data(
                data, CAIRO_FORMAT_ARGB32, Int32(side), Int32(side), Int32(side * 4))
            let cairo = unsafe cairo_create(surface)
            unsafe gsk_render_node_draw(node, cairo)
            unsafe cairo_destroy(cairo)
            unsafe cairo_surface_destroy(surface)
        }
        unsafe gsk_render_node_unref(node)
        return pixels
    }
}
