import { DataError } from '@ki/shared/data/errors.ts';
import { sessionStore, signIn } from '@ki/shared/session/session-store.ts';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { useState } from 'react';

const PASSWORD = 'fresh-password';

async function signInAgain(password: string): Promise<void> {
  const { user } = sessionStore.getState();
  const fault = user ? await signIn(user.email, password) : 'Your session has ended. Please sign in again.';
  if (fault !== null) throw new DataError('invalid', fault);
}

/**
 * For acts that the database allows only soon after a sign-in: when it refuses, `passwordField` appears in the form, and
 * the next `act` signs in again first. The input of the form stays.
 */
export function useFreshSignIn() {
  const [isWanted, setIsWanted] = useState(false);

  async function act<Done>(input: FormData, operation: () => Promise<Done>): Promise<Done> {
    if (isWanted) await signInAgain(String(input.get(PASSWORD)));
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
    <TextField
      label="Your password"
      name={PASSWORD}
      type="password"
      hint="To sign in again"
      autoComplete="current-password"
      required
    />
  );
  return { act, passwordField };
}
