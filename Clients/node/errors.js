// The daemon's refusals, with a class for each error of the contract, and all other failures.
// Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

import { Refused } from "./failures.js";

export * from "./failures.js";
export class NoHardware extends Refused {}
export class HardwareUnavailable extends Refused {}
export class NotEnrolled extends Refused {}
export class Disabled extends Refused {}
export class Lockout extends Refused {}
export class LockoutPermanent extends Refused {}
export class AuthenticationFailed extends Refused {}
export class TimedOut extends Refused {}
export class Cancelled extends Refused {}
export class UserNeeded extends Refused {}
export class CredentialRequired extends Refused {}
export class CredentialNotSet extends Refused {}
export class CredentialWrong extends Refused {}
export class CredentialUnavailable extends Refused {}
export class CredentialThrottled extends Refused {}
export class SignInRequired extends Refused {}
export class PINUnacceptable extends Refused {}
export class FactorNotAllowed extends Refused {}
export class ItemNotFound extends Refused {}
export class ItemExists extends Refused {}
export class ItemInvalidated extends Refused {}
export class SignatureRefused extends Refused {}
export class PrintNotFound extends Refused {}
export class FingerAlreadyEnrolled extends Refused {}
export class FingerKnownToReader extends Refused {}
export class ReaderNotFound extends Refused {}
export class ReaderFull extends Refused {}
export class RequestNotFound extends Refused {}
export class LimitExceeded extends Refused {}
export class SealingUnavailable extends Refused {}
export class StorageFailed extends Refused {}
export class NotPermitted extends Refused {}
