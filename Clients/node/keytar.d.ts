/** Passwords by service and account, as npm's `keytar` has them. Each call asks the user, by the desktop's prompt, and only
 * `deletePassword` does not. A call fails with a `GateError`. */

/** The password; null if none is stored. */
export function getPassword(service: string, account: string): Promise<string | null>;
/** Stores the password in place of an older one. */
export function setPassword(service: string, account: string, password: string): Promise<void>;
/** Whether there was one. */
export function deletePassword(service: string, account: string): Promise<boolean>;
/** The password of the service's first account; null if none is stored. */
export function findPassword(service: string): Promise<string | null>;
/** All of the service's accounts with their passwords, by one touch for each 16. */
export function findCredentials(service: string): Promise<{ account: string; password: string }[]>;

declare const keytar: {
  getPassword: typeof getPassword;
  setPassword: typeof setPassword;
  deletePassword: typeof deletePassword;
  findPassword: typeof findPassword;
  findCredentials: typeof findCredentials;
};
export default keytar;
