import { reader, type StaffClient, signUpClient, staffClient } from '@ki/shared/data/clients.ts';
import type { AuthError, Session } from '@supabase/supabase-js';
import { createStore } from 'zustand/vanilla';
import { passwordInNfc, signInWithPassword } from './password.ts';
import { deleteUnsavedInput } from './unsaved-input.ts';

/** In characters. */
export const LONGEST_NAME = 80;

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The id of its verified authenticator app. */
  readonly factor?: string | undefined;
}

export type SessionState =
  | { readonly status: 'unknown'; readonly user: null }
  | {
      readonly status: 'anonymous';
      readonly user: null;
      /** `by-itself`: it expired, was revoked, or ended in another tab. */
      readonly ended?: 'by-user' | 'by-itself';
    }
  /** `code-wanted`: the account has a second factor, which this session has not shown. It has no rights until then. */
  | { readonly status: 'signed-in' | 'code-wanted'; readonly user: SignedInUser };

/** The session of this page: `unknown` on the server, and in the browser until the stored session is read. */
export const sessionStore = createStore<SessionState>(() => ({ status: 'unknown', user: null }));

const UNREACHABLE = 'The server cannot be reached. Please try again.';
const isStoredSession = (key: string) => /^sb-.*-auth-token$/.test(key);
const storedSessions = () => Object.keys(localStorage).filter(isStoredSession);

function userOf({ user: { id, email = '', user_metadata: metadata, factors = [] } }: Session): SignedInUser {
  const displayName: unknown = metadata.display_name ?? metadata.full_name;
  const name = typeof displayName === 'string' && displayName.trim() ? displayName.trim() : email.split('@')[0];
  const factor = factors.find(({ factor_type: type, status }) => type === 'totp' && status === 'verified')?.id;
  return { id, email, name: name || email, factor };
}

/** Decides as `mfa.getAuthenticatorAssuranceLevel`, which cannot be awaited while the session changes. */
function wantsCode({ access_token: token }: Session, { factor }: SignedInUser): boolean {
  if (!factor) return false;
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  const { aal } = JSON.parse(atob(payload)) as { aal?: unknown };
  return aal !== 'aal2';
}

const same = (one: SignedInUser | null, other: SignedInUser) =>
  one?.id === other.id && one.email === other.email && one.name === other.name && one.factor === other.factor;

function setSession(session: Session | null): void {
  const before = sessionStore.getState();
  if (session) {
    const user = userOf(session);
    const status = wantsCode(session, user) ? 'code-wanted' : 'signed-in';
    if (before.status !== status || !same(before.user, user)) sessionStore.setState({ status, user }, true);
  } else if (before.status !== 'anonymous') {
    const anonymous = { status: 'anonymous', user: null } as const;
    sessionStore.setState(before.user ? { ...anonymous, ended: 'by-itself' } : anonymous, true);
  }
}

async function readStored(client: StaffClient): Promise<void> {
  const { data } = await client.auth.getSession();
  setSession(data.session);
}

let subscription: Promise<void> | undefined;

function subscribe(): Promise<void> {
  subscription ??= staffClient().then(async (client) => {
    client.auth.onAuthStateChange((_event, session) => setSession(session));
    await readStored(client);
  });
  return subscription.catch((error: unknown) => {
    console.error('session:', error);
    subscription = undefined;
    setSession(null);
  });
}

function onStorage({ key, newValue }: StorageEvent): void {
  if (key !== null && !isStoredSession(key)) return;
  if (newValue === null) setSession(null);
  else if (sessionStore.getState().user === null) void subscribe().then(staffClient).then(readStored);
}

/** Reads the stored session and follows its changes. The authentication code is loaded only where a session is stored. */
export async function startSession(): Promise<void> {
  addEventListener('storage', onStorage);
  if (storedSessions().length > 0) return subscribe();
  setSession(null);
}

export function sessionKnown(): Promise<SessionState> {
  const now = sessionStore.getState();
  if (now.status !== 'unknown') return Promise.resolve(now);
  return new Promise((resolve) => {
    const stop = sessionStore.subscribe((state) => {
      if (state.status === 'unknown') return;
      stop();
      resolve(state);
    });
  });
}

/** The text of a refusal, or `null`. */
export async function refusalOf(attempt: () => Promise<AuthError | string | null>): Promise<string | null> {
  try {
    const refusal = await attempt();
    if (refusal === null || typeof refusal === 'string') return refusal;
    return refusal.status ? refusal.message : UNREACHABLE;
  } catch (error) {
    console.error('session:', error);
    return UNREACHABLE;
  }
}

/** A sign-out ends all sessions of the account, those included that begin meanwhile: a sign-in waits for it. */
let ending: Promise<void> | undefined;

type Auth = StaffClient['auth'];

const begin = (attempt: (auth: Auth) => ReturnType<Auth['setSession' | 'signInWithPassword']>) =>
  refusalOf(async () => {
    await ending;
    const client = await staffClient();
    const { data, error } = await attempt(client.auth);
    if (error) return error;
    setSession(data.session);
    void subscribe();
    return null;
  });

/** Returns the error text, or `null`. */
export const signIn = (email: string, password: string) => begin((auth) => signInWithPassword(auth, email, password));

export type SessionTokens = Pick<Session, 'access_token' | 'refresh_token'>;

/** Takes over a session that did not begin here. Returns the error text, or `null`. */
export const takeSession = (tokens: SessionTokens) => begin((auth) => auth.setSession(tokens));

/** Where nothing answers, the sign-up itself says so. */
async function isSignUpClosed(): Promise<boolean> {
  const { data } = await (await reader()).rpc('sign_up_is_open');
  return data === false;
}

/** Returns the error text, or `null`. `signsIn`: into the new account, unless its address has to be confirmed first. */
export const signUp = (email: string, password: string, { name = '', signsIn = false } = {}) =>
  refusalOf(async () => {
    // The auth service refuses an account without saying why.
    if (await isSignUpClosed()) return 'Sign-up is closed.';
    // A separate client keeps the session of the new account out of this page and other tabs.
    const client = await signUpClient();
    const { data, error } = await client.auth.signUp({
      email,
      password: passwordInNfc(password),
      options: name ? { data: { display_name: name } } : {},
    });
    if (error) return error;
    if (!data.session) return null;
    // A second sign-in might be one too many for the limit, after the account was made.
    if (signsIn) return takeSession(data.session);
    await client.auth.signOut({ scope: 'local' });
    return null;
  });

/**
 * Sets the password of the account that is signed in, and signs in with it: a session that began by a mail proves no
 * password. Returns the error text, or `null`.
 */
export const setPassword = (email: string, password: string) =>
  refusalOf(async () => {
    const client = await staffClient();
    const { error } = await client.auth.updateUser({ password: passwordInNfc(password) });
    return error ?? signIn(email, password);
  });

async function endSession(): Promise<void> {
  const { user } = sessionStore.getState();
  sessionStore.setState({ status: 'anonymous', user: null, ended: 'by-user' }, true);
  if (user) deleteUnsavedInput(user.id);
  try {
    const client = await staffClient();
    const { error } = await client.auth.signOut();
    if (error) throw error;
  } catch (error) {
    console.error('session:', error);
    for (const key of storedSessions()) localStorage.removeItem(key);
  }
}

/** Ends the session in all tabs, even when the server does not respond, and deletes the account's drafts: ask before. */
export function signOut(): Promise<void> {
  ending = endSession();
  return ending;
}
