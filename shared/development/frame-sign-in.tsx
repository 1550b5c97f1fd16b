import { signIn } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { useActionState } from 'react';

/** Signs in to the backend: in the frame of a remote there is no `/login`. */
export function FrameSignIn() {
  const [refusal, action, busy] = useActionState(
    (_before: string | null, form: FormData) => signIn(String(form.get('email')), String(form.get('password'))),
    null,
  );
  return (
    <Cluster as="form" action={action}>
      <TextField
        label="Email"
        labelHidden
        placeholder="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
      />
      <TextField
        label="Password"
        labelHidden
        placeholder="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="secondary" size="small" busy={busy}>
        Sign In
      </Button>
      {refusal !== null && <p role="alert">{refusal}</p>}
    </Cluster>
  );
}
