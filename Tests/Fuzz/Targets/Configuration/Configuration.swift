import GateDaemon
import Trial

/// A file is a configuration, or gives an error of one short line that names the mistake.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let trial = unsafe Trial(start, count)
    do throws(ConfigurationError) {
        let configuration = try Configuration.parse(Array(trial.rest), path: "/etc/biogate/biogated.conf")
        require(configuration.socket.hasPrefix("/"), "the socket is an absolute path")
        require(configuration.stateDirectory.hasPrefix("/"), "the state directory is an absolute path")
        require((1...120).contains(configuration.scanTimeout / .seconds(1)), "the time of a scan has its range")
        require((1...65_536).contains(configuration.connections), "the number of connections has its range")
    } catch {
        require(error.description.hasPrefix("/etc/biogate/biogated.conf:"), "an error says where it is")
        require(!error.description.contains(where: \.isNewline), "an error is one line")
        require(error.description.utf8.count < 4096, "an error is short")
    }
    return 0
}
