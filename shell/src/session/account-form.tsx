import { passwordProblem, SHORTEST_PASSWORD } from '@ki/shared/session/password.ts';
import { LONGEST_NAME, setPassword, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { unsavedInputOf } from '@ki/shared/session/unsaved-input.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { allReadable } from '@ki/shared/ui/form/problem-of.ts';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styled from 'styled-components';

const Row = styled.div`
  display: grid;
  justify-items: start;

  > :first-child {
    inline-size: 100%;
  }
`;

function PasswordField({ isNew, label = 'Password' }: { readonly isNew: boolean; readonly label?: string }) {
  const [visible, setVisible] = useState(false);
  const [typed, setTyped] = useState('');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Accounts whose longer password was cut sign in with it.
  const problem = isNew ? passwordProblem(typed) : null;
  // The form asks the control, which stays when the form changes between the two.
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem]);
  return (
    <Row>
      <TextField
        ref={input}
        id={id}
        label={label}
        name="password"
        type={visible ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        minLength={SHORTEST_PASSWORD}
        hint={isNew ? 'Minimum 6 characters' : undefined}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
        required
      />
      <Button variant="quiet" size="small" aria-controls={id} onClick={() => setVisible(!visible)}>
        {visible ? 'Hide password' : 'Show password'}
      </Button>
    </Row>
  );
}

interface SendingFormProps {
  /** Resolves with the refusal, or with `null`. */
  readonly send: (form: FormData) => Promise<string | null>;
  readonly onSent?: () => void;
  readonly button: string;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly children: ReactNode;
}

/** Sends a form, one time at once. The refusal appears together with the button that sends again. */
export function SendingForm({ send, onSent, button, children, ...name }: SendingFormProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useRef(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current || !allReadable(event.currentTarget)) return;
    sending.current = true;
    setBusy(true);
    const answer = await send(new FormData(event.currentTarget));
    sending.current = false;
    setBusy(false);
    setRefusal(answer);
    if (answer === null) onSent?.();
  };
  return (
    <Stack as="form" method="post" onSubmit={submit} {...name}>
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
      {children}
      <Button type="submit" busy={busy}>
        {button}
      </Button>
    </Stack>
  );
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

interface AccountFormProps {
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
  const send = (form: FormData) => {
    const [address, password] = [String(form.get('email')), String(form.get('password'))];
    if (signingIn) return signIn(address, password);
    return signUp(address, password, { name: String(form.get('name') ?? '').trim(), signsIn: isInvited });
  };
  const button = signingIn ? 'Sign In' : 'Sign Up';

  return (
    <SendingForm send={send} onSent={() => !signingIn && onCreated()} button={button} aria-labelledby={headingId}>
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
    </SendingForm>
  );
}

/** Sets a new password for the account that is signed in. */
export function NewPasswordForm({ email, onSet }: { readonly email: string; readonly onSet: () => void }) {
  const send = (form: FormData) => setPassword(email, String(form.get('password')));
  return (
    <SendingForm send={send} onSent={onSet} button="Set Password" aria-label="New password">
      {/* Password managers store the new password for this address. */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField isNew label="New Password" />
    </SendingForm>
  );
}

/** Names the unsaved input that the sign-out deletes. */
export function SignOutButton({ account }: { readonly account: string }) {
  const input = unsavedInputOf(account);
  const leave = () => void signOut();
  if (input.length === 0) {
    return (
      <Button variant="secondary" onClick={leave}>
        Sign Out
      </Button>
    );
  }
  return (
    <Notice
      tone="warning"
      title="This browser has unsaved input of your account, which a sign-out deletes."
      action={
        <Button variant="danger" onClick={leave}>
          Sign Out and Delete
        </Button>
      }
    >
      {input.join(', ')}
    </Notice>
  );
}
