import { signIn, signUp } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { PasswordField } from './password-field.tsx';

export interface AccountFormProps {
  readonly mode: 'sign-in' | 'sign-up';
  /** To begin with. */
  readonly email?: string;
  readonly headingId: string;
  readonly onCreated: () => void;
}

/** E-mail and password. After signing in the session changes, and whoever follows it moves on. */
export function AccountForm({ mode, email, headingId, onCreated }: AccountFormProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useRef(false);
  const signingIn = mode === 'sign-in';

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    const form = new FormData(event.currentTarget);
    sending.current = true;
    setBusy(true);
    const answer = await (signingIn ? signIn : signUp)(String(form.get('email')), String(form.get('password')));
    sending.current = false;
    setBusy(false);
    setRefusal(answer);
    if (answer === null && !signingIn) onCreated();
  };

  return (
    <Stack as="form" method="post" onSubmit={submit} aria-labelledby={headingId}>
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
      <TextField label="Email" name="email" type="email" autoComplete="username" defaultValue={email} required />
      <PasswordField isNew={!signingIn} />
      <Button type="submit" busy={busy}>
        {signingIn ? 'Sign In' : 'Sign Up'}
      </Button>
    </Stack>
  );
}
