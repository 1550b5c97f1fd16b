import { LONGEST_NAME, setPassword, signIn, signUp } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type FormEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';

const PASSWORD_MINIMUM = 6;

const Row = styled.div`
  display: grid;
  justify-items: start;

  > :first-child {
    inline-size: 100%;
  }
`;

export function PasswordField({ isNew, label = 'Password' }: { readonly isNew: boolean; readonly label?: string }) {
  const [visible, setVisible] = useState(false);
  const id = useId();
  return (
    <Row>
      <TextField
        id={id}
        label={label}
        name="password"
        type={visible ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        minLength={PASSWORD_MINIMUM}
        hint={isNew ? 'Minimum 6 characters' : undefined}
        required
      />
      <Button variant="quiet" size="small" aria-controls={id} onClick={() => setVisible(!visible)}>
        {visible ? 'Hide password' : 'Show password'}
      </Button>
    </Row>
  );
}

/** Sends a form, one time at once. The refusal appears together with the button that sends again. */
export function useSending(send: (form: FormData) => Promise<string | null>, onSent: () => void = () => {}) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useRef(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const answer = await send(new FormData(event.currentTarget));
    sending.current = false;
    setBusy(false);
    setRefusal(answer);
    if (answer === null) onSent();
  };
  return { busy, refusal, submit };
}

type EmailFieldProps = Pick<AccountFormProps, 'email' | 'onEmail'>;

/** Reports each change, so that the address stays when one form replaces another. */
export const EmailField = ({ email, onEmail }: EmailFieldProps) => (
  <TextField
    label="Email"
    name="email"
    type="email"
    autoComplete="username"
    defaultValue={email}
    onChange={({ target }) => onEmail(target.value)}
    required
  />
);

export interface AccountFormProps {
  readonly mode: 'sign-in' | 'sign-up';
  /** Signing up asks for a name, and signs in, too, where no mail has to be confirmed first. */
  readonly isInvited: boolean;
  readonly email?: string;
  readonly onEmail: (email: string) => void;
  readonly headingId: string;
  readonly onCreated: () => void;
}

export function AccountForm({ mode, isInvited, email, onEmail, headingId, onCreated }: AccountFormProps) {
  const signingIn = mode === 'sign-in';
  const { busy, refusal, submit } = useSending(
    (form) => {
      const [address, password] = [String(form.get('email')), String(form.get('password'))];
      if (signingIn) return signIn(address, password);
      return signUp(address, password, { name: String(form.get('name') ?? '').trim(), signsIn: isInvited });
    },
    () => !signingIn && onCreated(),
  );

  return (
    <Stack as="form" method="post" onSubmit={submit} aria-labelledby={headingId}>
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
      {!signingIn && isInvited && (
        <TextField
          label="Your name"
          name="name"
          lang="de"
          autoComplete="name"
          maxLength={LONGEST_NAME}
          hint="Author of your posts, and your name in the history. Empty: the part of your address before the @"
        />
      )}
      <EmailField email={email} onEmail={onEmail} />
      <PasswordField isNew={!signingIn} />
      <Button type="submit" busy={busy}>
        {signingIn ? 'Sign In' : 'Sign Up'}
      </Button>
    </Stack>
  );
}

interface NewPasswordFormProps {
  readonly email: string;
  readonly onSet: () => void;
}

/** Sets a new password for the account that is signed in. */
export function NewPasswordForm({ email, onSet }: NewPasswordFormProps) {
  const { busy, refusal, submit } = useSending((form) => setPassword(email, String(form.get('password'))), onSet);

  return (
    <Stack as="form" method="post" onSubmit={submit} aria-label="New password">
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
      {/* Password managers store the new password for this address. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField isNew label="New Password" />
      <Button type="submit" busy={busy}>
        Set Password
      </Button>
    </Stack>
  );
}
