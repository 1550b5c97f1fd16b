import { staffClient } from '@ki/shared/data/clients.ts';
import { refusalOf, type SignedInUser } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { CodeField } from '@ki/shared/ui/form/code-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useSending } from './account-form.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** The session changes itself once the code is right. */
const showCode = (factorId: string, code: string) =>
  refusalOf(async () => {
    const client = await staffClient();
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
    return error;
  });

/** Asks an account with a second factor for its code, after the password. */
export function CodeForm({ user: { id, email, factor = '' } }: { readonly user: SignedInUser }) {
  const { busy, refusal, submit } = useSending((form) => showCode(factor, String(form.get('code')).trim()));
  return (
    <>
      <h1 id="code-heading">Second Factor</h1>
      <p>Enter the code that your authenticator app shows for {email}.</p>
      <Stack as="form" method="post" onSubmit={submit} aria-labelledby="code-heading">
        {refusal !== null && <Notice tone="error">{refusal}</Notice>}
        <CodeField name="code" />
        <Button type="submit" busy={busy}>
          Verify
        </Button>
      </Stack>
      <SignOutButton account={id} />
    </>
  );
}
