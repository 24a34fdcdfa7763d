// The vocabulary of this library's API, so that an app imports `BiometricGate` and nothing else. Names that Foundation has
// as well (`Progress`, `Operation`) stay in GateModel.
@_exported public import struct GateModel.Access
@_exported public import struct GateModel.AppName
@_exported public import enum GateModel.Availability
@_exported public import enum GateModel.Canceller
@_exported public import enum GateModel.Factor
@_exported public import enum GateModel.Finger
@_exported public import enum GateModel.GateError
@_exported public import struct GateModel.Guidance
@_exported public import enum GateModel.HardwareReason
@_exported public import struct GateModel.Item
@_exported public import struct GateModel.ItemName
@_exported public import struct GateModel.Label
@_exported public import struct GateModel.Print
@_exported public import struct GateModel.PrintID
@_exported public import struct GateModel.Reader
@_exported public import struct GateModel.ReaderID
@_exported public import struct GateModel.Reason
@_exported public import struct GateModel.RequestID
@_exported public import struct GateModel.Settings
@_exported public import struct GateModel.UserID
@_exported public import struct GateModel.WallTime
@_exported public import struct GateSecret.SecretBytes
@_exported public import struct GateWire.AvailabilityReport
@_exported public import struct GateWire.Request
