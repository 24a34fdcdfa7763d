// The methods of the contract.
// Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file.

import { sealable } from "./asking.js";
import {
  asking, base64, bytes, make, member, nothing, opened, openedAll, perform, perhaps, uid, watch, whole, words,
} from "./parts.js";

export class Calls {
  async readers(options) {
    return this[perform]("ListReaders", {}, member("readers"), options);
  }

  watchReaders(options) {
    return this[watch]("WatchReaders", {}, whole, options);
  }

  async clearReader(readerId, options) {
    return this[perform]("ClearReader", { readerId }, nothing, options);
  }

  async availability(options = {}) {
    return this[perform]("GetAvailability", { ...uid(options), ...this[words]() }, member("availability"), options);
  }

  watchAvailability(options = {}) {
    return this[watch]("WatchAvailability", { ...uid(options), ...this[words]() }, member("availability"), options);
  }

  async authenticate({ reason, verb, factors, ...options }) {
    const parameters = { reason, verb, factors, ...uid(options), ...asking(options), ...this[words]() };
    return this[perform]("Authenticate", parameters, member("authentication"), options, { races: true });
  }

  async lastAuthentication(options) {
    return this[perform]("GetLastAuthentication", {}, perhaps("authentication"), options);
  }

  async forgetAuthentication(options) {
    return this[perform]("ForgetAuthentication", {}, nothing, options);
  }

  watchRequests({ prompts, remote, several, passwordPrompts, ...options } = {}) {
    const parameters = { prompts, remote, several, passwordPrompts, ...this[words]() };
    return this[watch]("WatchRequests", parameters, whole, options);
  }

  async answerRequest(requestId, { credentialId, ...options } = {}) {
    const parameters = { requestId, credentialId: credentialId && base64(credentialId) };
    return this[perform]("AnswerRequest", parameters, nothing, options);
  }

  async cancelRequest(requestId, options) {
    return this[perform]("CancelRequest", { requestId }, nothing, options);
  }

  async holdRequest(requestId, options) {
    return this[perform]("HoldRequest", { requestId }, nothing, options);
  }

  async prints(options = {}) {
    return this[perform]("ListPrints", uid(options), whole, options);
  }

  async enroll(finger, { label, ...options } = {}) {
    const parameters = { finger, label, ...uid(options), ...asking(options), ...this[words]() };
    return this[perform]("Enroll", parameters, whole, options);
  }

  async deletePrint(printId, options = {}) {
    const parameters = { printId, ...uid(options), ...this[words]() };
    return this[perform]("DeletePrint", parameters, member("invalidatedItems"), options);
  }

  async vouchPrints(printIds, options = {}) {
    const parameters = { printIds, ...uid(options), ...this[words]() };
    return this[perform]("VouchPrints", parameters, member("invalidatedItems"), options);
  }

  async renamePrint(printId, { label, ...options } = {}) {
    const parameters = { printId, label, ...uid(options), ...this[words]() };
    return this[perform]("RenamePrint", parameters, member("print"), options);
  }

  async deleteAllPrints(options = {}) {
    return this[perform]("DeleteAllPrints", { ...uid(options), ...this[words]() }, member("invalidatedItems"), options);
  }

  async settings({ app, ...options } = {}) {
    return this[perform]("GetSettings", { app, ...uid(options) }, member("settings"), options);
  }

  watchSettings(options = {}) {
    return this[watch]("WatchSettings", uid(options), member("settings"), options);
  }

  async onboardings(options = {}) {
    return this[perform]("ListOnboardings", uid(options), member("apps"), options);
  }

  async limits(options) {
    return this[perform]("GetLimits", {}, member("limits"), options);
  }

  async lastLogin(options = {}) {
    return this[perform]("GetLastLogin", { ...uid(options), ...this[words]() }, perhaps("login"), options);
  }

  async enableFingerprint({ reason, ...options } = {}) {
    const parameters = { reason, ...asking(options), ...this[words]() };
    return this[perform]("EnableFingerprint", parameters, member("settings"), options);
  }

  async disableFingerprint(options) {
    return this[perform]("DisableFingerprint", {}, whole, options);
  }

  async answerOnboarding(answer, { app, ...options } = {}) {
    return this[perform]("AnswerOnboarding", { answer, app }, member("settings"), options);
  }

  async setPIN(newPIN, options = {}) {
    return this[perform]("SetPIN", this[words](), member("invalidatedItems"), options, { newPIN: newPIN });
  }

  async removePIN(options = {}) {
    return this[perform]("RemovePIN", this[words](), member("invalidatedItems"), options);
  }

  async previewChange(change, options) {
    return this[perform]("PreviewChange", { change }, whole, options);
  }

  async revokeAll(options) {
    return this[perform]("RevokeAll", {}, member("invalidatedItems"), options);
  }

  async reset(options = {}) {
    return this[perform]("Reset", uid(options), nothing, options);
  }

  async items(options = {}) {
    return this[perform]("ListItems", uid(options), member("items"), options);
  }

  watchItems(options = {}) {
    return this[watch]("WatchItems", uid(options), member("items"), options);
  }

  async item(name, options = {}) {
    return this[perform]("GetItem", { name, ...uid(options) }, member("item"), options);
  }

  async store(name, secret, options = {}) {
    return this[make]("StoreSecret", { name }, options, { races: true, secret: sealable(secret) });
  }

  async openAll(names, { reason, ...options }) {
    const parameters = { names, reason, ...uid(options), ...asking(options), ...this[words]() };
    return this[perform]("RetrieveSecrets", parameters, openedAll(names), options, { races: true });
  }

  async update(name, secret, { reason, ...options } = {}) {
    const parameters = { name, reason, ...asking(options), ...this[words]() };
    return this[perform]("UpdateSecret", parameters, member("item"), options, { races: true, secret: sealable(secret) });
  }

  async open(name, { reason, ...options }) {
    const parameters = { name, reason, ...uid(options), ...asking(options), ...this[words]() };
    return this[perform]("RetrieveSecret", parameters, opened, options, { races: true });
  }

  async createKey(name, algorithm, { usage, ...options } = {}) {
    return this[make]("CreateKey", { name, algorithm, usage }, options, { races: true });
  }

  async importKey(name, file, options = {}) {
    return this[make]("ImportKey", { name }, options, { races: true, secret: sealable(file) });
  }

  async sign(name, challenge, { reason, ...options }) {
    const parameters = { name, challenge: base64(sealable(challenge)), reason, ...asking(options), ...this[words]() };
    return this[perform]("Sign", parameters, bytes("signature"), options, { races: true });
  }

  async signSSH(name, data, { bindings, hostNames, object, ...options } = {}) {
    const parameters = { name, data: base64(sealable(data)), bindings: bindings?.map(base64), hostNames, object: object
      && base64(object), ...asking(options), ...this[words]() };
    return this[perform]("SignSSH", parameters, bytes("signature"), options, { races: true });
  }

  async setDestinations(name, destinations, options = {}) {
    return this[perform]("SetDestinations", { name, destinations, ...this[words]() }, member("item"), options);
  }

  async renew(name, { reason, ...options } = {}) {
    const parameters = { name, reason, ...asking(options), ...this[words]() };
    return this[perform]("RenewItem", parameters, member("item"), options, { needsCredential: true });
  }

  async deleteItem(name, options) {
    return this[perform]("DeleteItem", { name }, nothing, options);
  }
}
