import GateSystem
import GateModel

extension ProcessEnvironment {
    /// The place for a prompt caused by a program of this terminal: X11 terminals name their window.
    var promptPlacement: PromptPlacement {
        let window = self["WINDOWID"].flatMap { UInt32($0) }.flatMap { WindowHandle("x11:" + String($0, radix: 16)) }
        let token = self["XDG_ACTIVATION_TOKEN"] ?? self["DESKTOP_STARTUP_ID"]
        return PromptPlacement(parent: window, activation: token.flatMap(ActivationToken.init))
    }
}
