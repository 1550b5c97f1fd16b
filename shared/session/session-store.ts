import { type StaffClient, signUpClient, staffClient } from '@ki/shared/data/clients.ts';
import type { AuthError, Session } from '@supabase/supabase-js';
import { createStore } from 'zustand/vanilla';

export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  /** Display name, else the part of the e-mail before the @. */
  readonly name: string;
}

/** `unknown` until the browser has looked for a stored session; the server never gets further. */
export type SessionState =
  | { readonly status: 'unknown'; readonly user: null }
  | {
      readonly status: 'anonymous';
      readonly user: null;
      /** How a session of this page ended: by its user, or by itself (expired, revoked, ended in another tab). */
      readonly ended?: 'by-user' | 'by-itself';
    }
  | { readonly status: 'signed-in'; readonly user: SignedInUser };

/** The one session of this page. On the server it stays `unknown`: nothing about a user is kept there. */
export const sessionStore = createStore<SessionState>(() => ({ status: 'unknown', user: null }));

const UNREACHABLE = 'The server cannot be reached. Please try again.';
const isStoredSession = (key: string) => /^sb-.*-auth-token$/.test(key);
const storedSessions = () => Object.keys(localStorage).filter(isStoredSession);

function userOf({ user: { id, email = '', user_metadata: metadata } }: Session): SignedInUser {
  const displayName: unknown = metadata.display_name ?? metadata.full_name;
  const name = typeof displayName === 'string' && displayName.trim() ? displayName.trim() : email.split('@')[0];
  return { id, email, name: name || email };
}

function setSession(session: Session | null): void {
  const before = sessionStore.getState();
  if (session) {
    const user = userOf(session);
    // A refreshed token is no news for those who look on.
    const same = before.user?.id === user.id && before.user.email === user.email && before.user.name === user.name;
    if (!same) sessionStore.setState({ status: 'signed-in', user }, true);
  } else if (before.status !== 'anonymous') {
    const anonymous = { status: 'anonymous', user: null } as const;
    sessionStore.setState(before.status === 'signed-in' ? { ...anonymous, ended: 'by-itself' } : anonymous, true);
  }
}

async function readStored(client: StaffClient): Promise<void> {
  const { data } = await client.auth.getSession();
  setSession(data.session);
}

let following: Promise<void> | undefined;

function follow(): Promise<void> {
  following ??= staffClient().then(async (client) => {
    client.auth.onAuthStateChange((_event, session) => setSession(session));
    await readStored(client);
  });
  return following.catch((error: unknown) => {
    // Without the authentication code nobody can act as signed in; the next attempt loads it again.
    console.error('session:', error);
    following = undefined;
    setSession(null);
  });
}

/** What other tabs do: sign-ins there are taken over, and a session that is gone there is gone here. */
function onStorage({ key, newValue }: StorageEvent): void {
  if (key !== null && !isStoredSession(key)) return;
  if (newValue === null) setSession(null);
  else if (sessionStore.getState().status !== 'signed-in') void follow().then(staffClient).then(readStored);
}

/**
 * Looks for a stored session and follows its changes, in other tabs too.
 * A visitor without one never loads the authentication code.
 */
export async function startSession(): Promise<void> {
  addEventListener('storage', onStorage);
  if (storedSessions().length > 0) return follow();
  setSession(null);
}

/** Resolves once it is known whether somebody is signed in. */
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

/** The server's own words, or ours when it gave none. */
const wordsOf = (error: AuthError) => (error.status ? error.message : UNREACHABLE);

/** Signs in with e-mail and password. Returns the server's message when it refuses, else `null`. */
export async function signIn(email: string, password: string): Promise<string | null> {
  try {
    const client = await staffClient();
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) return wordsOf(error);
    setSession(data.session);
    void follow();
    return null;
  } catch (error) {
    console.error('session:', error);
    return UNREACHABLE;
  }
}

/** Creates an account and leaves nobody signed in. Returns the server's message when it refuses, else `null`. */
export async function signUp(email: string, password: string): Promise<string | null> {
  try {
    // A client of its own: the session that comes with a new account must never reach this page or another tab.
    const client = await signUpClient();
    const { data, error } = await client.auth.signUp({ email, password });
    if (error) return wordsOf(error);
    if (data.session) await client.auth.signOut({ scope: 'local' });
    return null;
  } catch (error) {
    console.error('session:', error);
    return UNREACHABLE;
  }
}

/** Ends the session in all tabs, even when the server cannot be told. */
export async function signOut(): Promise<void> {
  sessionStore.setState({ status: 'anonymous', user: null, ended: 'by-user' }, true);
  try {
    const client = await staffClient();
    const { error } = await client.auth.signOut();
    if (error) throw error;
  } catch (error) {
    console.error('session:', error);
    for (const key of storedSessions()) localStorage.removeItem(key);
  }
}
