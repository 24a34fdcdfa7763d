// The reasons why a call did not succeed: the daemon's refusals, with a class for each error of the contract, and all
// other failures.

export class GateError extends Error {
  guidance;
  fallbacks = [];
  retryAfter;
  get name() { return this.constructor.name; }
}

export class NotRunning extends GateError {}
export class Untrusted extends GateError {}
export class Disconnected extends GateError {}
export class Closed extends Disconnected {}
export class ProtocolViolation extends GateError {}

export class Refused extends GateError {
  constructor(code, parameters = {}) {
    const { guidance, fallbacks, retryAfterMilliseconds, parameter, rule, method } = parameters;
    const isGuided = typeof guidance?.title === "string" && typeof guidance.body === "string";
    // A stack names the class before the message, so only an error without a class of its own needs its code here.
    const named = new.target === Refused ? code : undefined;
    const told = isGuided ? [`${guidance.title}. ${guidance.body}`] : [parameter, rule, method];
    super([named, ...told].filter((part) => typeof part === "string").join(": ") || "the call was refused");
    this.code = code;
    this.parameters = parameters;
    if (isGuided) this.guidance = guidance;
    if (Array.isArray(fallbacks)) this.fallbacks = fallbacks;
    if (typeof retryAfterMilliseconds === "number") this.retryAfter = retryAfterMilliseconds / 1000;
  }
}

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
export class PrintNotFound extends Refused {}
export class FingerAlreadyEnrolled extends Refused {}
export class FingerKnownToReader extends Refused {}
export class ReaderNotFound extends Refused {}
export class SignatureRefused extends Refused {}
export class ReaderFull extends Refused {}
export class RequestNotFound extends Refused {}
export class LimitExceeded extends Refused {}
export class SealingUnavailable extends Refused {}
export class StorageFailed extends Refused {}
export class NotPermitted extends Refused {}
export class InvalidParameter extends Refused {}
export class MethodNotFound extends Refused {}
