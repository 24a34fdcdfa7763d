import GateDaemon
import Trial

/// A file is a configuration, or an error of one line that names what is wrong.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let trial = unsafe Trial(start, count)
    guard let text = String(validating: trial.rest, as: UTF8.self) else { return 0 }
    do {
        let configuration = try Configuration.parse(text, path: "/etc/biogate/biogated.yaml")
        require(configuration.socket.hasPrefix("/"), "the socket is an absolute path")
        require(configuration.stateDirectory.hasPrefix("/"), "the state directory is an absolute path")
        require((1...120).contains(configuration.scanTimeout / .seconds(1)), "the time of a scan has its range")
        require((1...65_536).contains(configuration.connections), "the number of connections has its range")
    } catch {
        require(!error.description.isEmpty, "an error says something")
    }
    return 0
}
