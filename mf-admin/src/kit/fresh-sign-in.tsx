import { signUpClient } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { signInWithPassword } from '@ki/shared/session/password.ts';
import { refusalOf, sessionStore, signIn, takeSession } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { CodeField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { useState } from 'react';

const PASSWORD = 'fresh-password';
const CODE = 'fresh-code';

async function signInAgain(input: FormData): Promise<void> {
  const { user } = sessionStore.getState();
  const password = String(input.get(PASSWORD));
  const fault = !user
    ? 'Your session has ended. Please sign in again.'
    : user.factor
      ? await signInWithCode(user.email, password, user.factor, String(input.get(CODE)).trim())
      : await signIn(user.email, password);
  if (fault !== null) throw new DataError('invalid', fault);
}

/** In a client of its own: without the second factor this page would have no rights until the code is checked. */
const signInWithCode = (email: string, password: string, factorId: string, code: string) =>
  refusalOf(async () => {
    const { auth } = await signUpClient();
    const { error } = await signInWithPassword(auth, email, password);
    if (error) return error;
    const { error: wrongCode } = await auth.mfa.challengeAndVerify({ factorId, code });
    const { session } = (await auth.getSession()).data;
    if (!wrongCode && session) return takeSession(session);
    await auth.signOut({ scope: 'local' });
    return wrongCode;
  });

/**
 * For acts that the database allows only soon after a sign-in: when it refuses, `passwordField` appears in the form, and
 * the next `act` signs in again first. The input of the form stays.
 */
export function useFreshSignIn() {
  const [isWanted, setIsWanted] = useState(false);
  const { user } = useSession();

  async function act<Done>(input: FormData, operation: () => Promise<Done>): Promise<Done> {
    if (isWanted) await signInAgain(input);
    try {
      const done = await operation();
      setIsWanted(false);
      return done;
    } catch (error) {
      setIsWanted(error instanceof DataError && error.hint === 'reauthenticate');
      throw error;
    }
  }

  const passwordField = isWanted && (
    <>
      <TextField
        label="Your password"
        name={PASSWORD}
        type="password"
        hint="To sign in again"
        autoComplete="current-password"
        required
      />
      {user?.factor && <CodeField name={CODE} label="Your code" />}
    </>
  );
  return { act, passwordField };
}
