import Glibc
import Testing

/// A real reader whose traffic was recorded with umockdev, as the recordings' `MANIFEST.tsv` describes it.
struct RecordedReader: Sendable, CustomTestStringConvertible {
    let folder: String
    let driver: String
    let name: String
    /// A recording on SPI has a device of this name beside the one by which it is found.
    let bus: String
    let scanType: String
    let enrollStages: Int
    /// In the contract's names.
    let capabilities: Set<String>
    /// The only order of steps that the traffic answers.
    let flow: [String]

    var testDescription: String { folder }

    /// The directory of the recordings; empty if none is set.
    static var directory: String { getenv("BIOGATE_RECORDED_READERS").map { String(cString: $0) } ?? "" }

    /// In the manifest's order; none if no directory is set.
    static let all: [RecordedReader] = Files.text("\(directory)/MANIFEST.tsv").split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.map { RecordedReader(row: $0) }

    private init(row: Substring) {
        let cells = row.split(separator: "\t").map(String.init) + Array(repeating: "", count: 7)
        let facts = cells[4].split(separator: ",").map(String.init)
        let stages = facts.first { $0.hasPrefix("stages=") }?.split(separator: "=").last
        (folder, driver, name) = (cells[0], cells[1], cells[3])
        bus = Files.exists("\(Self.directory)/\(cells[0])/device-spi") ? "spi" : "usb"
        scanType = facts.first ?? ""
        enrollStages = stages.flatMap { Int($0) } ?? 0
        capabilities = Set(facts.dropFirst().filter { !$0.hasPrefix("stages=") }.map { Self.contractNames[$0] ?? $0 })
        flow = cells[6].split(separator: " ").map(String.init)
    }

    private static let contractNames = [
        "update": "updatePrint", "list": "storageList", "delete": "storageDelete", "clear": "storageClear",
        "duplicates": "duplicatesCheck", "duplicatescheck": "duplicatesCheck", "alwayson": "alwaysOn",
    ]

    /// Precedes a command for which only this reader is plugged in.
    var launcher: [String] {
        [
            "env", "-u", "FP_DRIVERS_WHITELIST", "-u", "FP_DRIVERS_ALLOWLIST", "bash",
            "\(Self.directory)/with-reader", folder,
        ]
    }
}
