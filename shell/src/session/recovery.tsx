import { paths } from '@ki/shared/contract/paths.ts';
import { signUpClient } from '@ki/shared/data/clients.ts';
import { refusalOf, type SessionTokens, sessionKnown, takeSession } from '@ki/shared/session/session-store.ts';
import { useBrowser } from '@ki/shared/ui/browser/use-browser.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { EmailField, SendingForm } from './account-form.tsx';
import { loginPath } from './next-page.ts';

const NO_MAIL =
  'This site sends no mail. Ask an operator to delete this account and to invite you again; then you sign up anew.';
const EXPIRED = 'This link has expired or was used already. Ask for a new one.';

const sendMail = (email: string, next: string) =>
  refusalOf(async () => {
    const client = await signUpClient();
    const redirectTo = new URL(loginPath(next), location.origin).href;
    const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo });
    return error?.code === 'email_provider_disabled' ? NO_MAIL : error;
  });

interface RecoveryFormProps extends ComponentProps<typeof EmailField> {
  readonly next: string;
  readonly isInvited: boolean;
}

/** Asks for a mail with a link to a new password. The answer is the same for an address without an account. */
export function RecoveryForm({ next, isInvited, ...field }: RecoveryFormProps) {
  const [isSent, setIsSent] = useState(false);
  const send = (form: FormData) => sendMail(String(form.get('email')), next);
  if (isSent) {
    return (
      <Notice tone="success" title="If this address has an account, a mail is on its way.">
        Its link leads to a page for a new password.
        {isInvited && ' Then open the link of your invitation again.'}
      </Notice>
    );
  }
  return (
    <SendingForm send={send} onSent={() => setIsSent(true)} button="Send Link" aria-labelledby="account-heading">
      <EmailField {...field} />
    </SendingForm>
  );
}

type RecoveryLink = SessionTokens | 'expired';

/** Reads the session or the error that the auth service put into the fragment of the address in its mail. */
export function recoveryLink(fragment: string): RecoveryLink | null {
  const {
    type,
    error_code: fault,
    access_token,
    refresh_token,
  } = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
  if (fault) return 'expired';
  return type === 'recovery' && access_token && refresh_token ? { access_token, refresh_token } : null;
}

export function useRecoveryLink(): RecoveryLink | null {
  const { hash } = useLocation();
  const inBrowser = useBrowser();
  return useMemo(() => (inBrowser ? recoveryLink(hash) : null), [inBrowser, hash]);
}

/** Replaces no session: a link from a stranger would put whoever follows it into the stranger's account. */
async function openLink(tokens: SessionTokens): Promise<string | null> {
  const { user } = await sessionKnown();
  return user ? `You are signed in as ${user.email}. Sign out, and open the link again.` : takeSession(tokens);
}

/** The state of a history entry whose session came from such a mail: it asks for a new password. */
const NEW_PASSWORD = 'new-password';

export const useIsRecovering = () => useLocation().state === NEW_PASSWORD;

/** Begins the session of the link, and takes its tokens out of the address. */
export function OpenRecovery({ link, next }: { readonly link: RecoveryLink; readonly next: string }) {
  const [refusal, setRefusal] = useState<string | null>(link === 'expired' ? EXPIRED : null);
  const navigate = useNavigate();
  // The auth service is an external system.
  useEffect(() => {
    if (link === 'expired') return;
    openLink(link).then((fault) => {
      if (fault === null) void navigate(loginPath(next), { replace: true, state: NEW_PASSWORD });
      else setRefusal(fault);
    });
  }, [link, next, navigate]);
  return (
    <>
      <h1>New Password</h1>
      {refusal === null ? (
        <Loading>Opening your link...</Loading>
      ) : (
        <>
          <Notice tone="error">{refusal}</Notice>
          <ButtonLink variant="secondary" to={paths.login}>
            Go to the sign-in
          </ButtonLink>
        </>
      )}
    </>
  );
}
