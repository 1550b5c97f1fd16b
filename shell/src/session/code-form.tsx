import { staffClient } from '@ki/shared/data/clients.ts';
import { refusalOf, type SignedInUser } from '@ki/shared/session/session-store.ts';
import { CodeField } from '@ki/shared/ui/form/text-field.tsx';
import { SendingForm } from './account-form.tsx';
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
  const send = (form: FormData) => showCode(factor, String(form.get('code')).trim());
  return (
    <>
      <h1 id="code-heading">Second Factor</h1>
      <p>Enter the code that your authenticator app shows for {email}.</p>
      <SendingForm send={send} button="Verify" aria-labelledby="code-heading">
        <CodeField name="code" />
      </SendingForm>
      <SignOutButton account={id} />
    </>
  );
}
