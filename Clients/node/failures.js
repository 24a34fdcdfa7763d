// The base of all errors, and the failures that are not of the contract.

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
export class InvalidParameter extends Refused {}
export class MethodNotFound extends Refused {}
