import type { SupabaseClient } from '@supabase/supabase-js';

/** In characters. */
export const SHORTEST_PASSWORD = 6;

/** bcrypt reads no more; a service of accounts would cut a longer password, or refuses it. */
const MOST_BYTES = 72;

/** The form in which a password is set and sent: some keyboards type letters and their marks apart. */
export const passwordInNfc = (typed: string): string => typed.normalize('NFC');

/** A password that was set in another form, by an earlier release or by an API, is the typed one. */
export async function signInWithPassword(auth: SupabaseClient['auth'], email: string, typed: string) {
  const password = passwordInNfc(typed);
  const response = await auth.signInWithPassword({ email, password });
  const isOther = response.error?.code === 'invalid_credentials' && password !== typed;
  return isOther ? auth.signInWithPassword({ email, password: typed }) : response;
}

/** Why a password cannot be chosen, or `null`. */
export function passwordProblem(password: string): string | null {
  const { length } = new TextEncoder().encode(passwordInNfc(password));
  if (length <= MOST_BYTES) return null;
  return `Password is too long: at most ${MOST_BYTES} bytes can be kept, and it has ${length}. A letter of English has one, an umlaut 2, an emoji 4 or more.`;
}
