/**
 * Sign-in by mailed code works by guessing where no mail is sent and nothing limits the guesses, so these paths of
 * the authentication API are closed.
 */
const PATHS = /^\/auth\/v1\/(otp|magiclink|recover|resend|verify|reauthenticate)\/?$/;

export function isUnsentMailPath(pathname: string): boolean {
  return PATHS.test(pathname);
}

/** Signing in by accounts of others, for which nobody is set up. */
const PROVIDER_PATHS = /^\/auth\/v1\/(authorize|callback|sso)(\/|$)/;

export function isProviderPath(pathname: string): boolean {
  return PROVIDER_PATHS.test(pathname);
}
