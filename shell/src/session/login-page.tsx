import { paths } from '@ki/shared/contract/paths.ts';
import { site } from '@ki/shared/contract/site.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { refusalOf, type SignedInUser } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { CodeField } from '@ki/shared/ui/form/text-field.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { SiteLogo } from '@ki/shared/ui/page/site-logo.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, size, space, width } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { AccountForm, NewPasswordForm, SendingForm, SignOutButton } from './account-form.tsx';
import {
  AcceptInvitation,
  InvitationNotice,
  type InvitationToken,
  useInvitation,
  useInvitationToken,
} from './invitation.tsx';
import { nextPage } from './next-page.ts';
import { OpenRecovery, RecoveryForm, useIsRecovering, useRecoveryLink } from './recovery.tsx';

/** The session changes itself once the code is right. */
const showCode = (factorId: string, code: string) =>
  refusalOf(async () => {
    const client = await staffClient();
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
    return error;
  });

/** Asks an account with a second factor for its code, after the password. */
function CodeForm({ user: { id, email, factor = '' } }: { readonly user: SignedInUser }) {
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

export function LoginPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const token = useInvitationToken();
  const link = useRecoveryLink();
  const isRecovering = useIsRecovering();
  const next = nextPage(search);

  function content() {
    if (link) return <OpenRecovery link={link} next={next} />;
    if (session.status === 'code-wanted') return <CodeForm user={session.user} />;
    if (session.status === 'signed-in' && isRecovering)
      return <RecoveredAccount email={session.user.email} next={next} />;
    if (session.status === 'signed-in' && token !== null)
      return <AcceptInvitation token={token} user={session.user} next={next} />;
    const endedByItself = session.status === 'anonymous' && session.ended === 'by-itself';
    return <Account token={token} endedByItself={endedByItself} next={next} />;
  }

  if (session.status === 'signed-in' && !link && !isRecovering && token === null) return <Navigate to={next} replace />;
  return <AccountPage>{content()}</AccountPage>;
}

function RecoveredAccount({ email, next }: { readonly email: string; readonly next: string }) {
  const navigate = useNavigate();
  return (
    <>
      <h1>New Password</h1>
      <p>Set a new password for {email}.</p>
      <NewPasswordForm email={email} onSet={() => void navigate(next, { replace: true })} />
    </>
  );
}

const HEADINGS = {
  'sign-in': 'Admin Login',
  'sign-up': 'Create Admin Account',
  recovery: 'Reset Password',
} as const;

interface AccountProps {
  readonly token: InvitationToken | null;
  readonly endedByItself: boolean;
  readonly next: string;
}

function Account({ token, endedByItself, next }: AccountProps) {
  const [chosen, setChosen] = useState<keyof typeof HEADINGS | null>(null);
  const [created, setCreated] = useState(false);
  const [typedEmail, setTypedEmail] = useState<string>();
  const answer = useInvitation(token?.value ?? null);
  const isOpened = token !== null && !token.isKept;
  const invitation = answer === 'unanswered' || !(isOpened || answer?.state === 'valid') ? null : answer;
  const email = typedEmail ?? (isOpened ? invitation?.email : undefined);
  const mode = chosen ?? (isOpened && invitation?.state === 'valid' ? 'sign-up' : 'sign-in');

  const switchTo = (wanted: typeof mode, afterSignUp = false) => {
    setChosen(wanted);
    setCreated(afterSignUp);
  };
  const signingIn = mode === 'sign-in';
  if (isOpened && answer === null) return <Loading>Checking your invitation...</Loading>;
  return (
    <>
      <h1 id="account-heading">{HEADINGS[mode]}</h1>
      <noscript>
        <Notice tone="warning">Signing in needs JavaScript.</Notice>
      </noscript>
      {signingIn && created && <Notice tone="success">Account created successfully! You can now sign in.</Notice>}
      {signingIn && endedByItself && (
        <Notice tone="warning">Your session has ended. Sign in again to continue; what you typed is kept.</Notice>
      )}
      {invitation && !created && <InvitationNotice invitation={invitation} />}
      {mode === 'recovery' ? (
        <RecoveryForm next={next} isInvited={token !== null} email={email} onEmail={setTypedEmail} />
      ) : (
        <AccountForm
          key={mode}
          mode={mode}
          isInvited={token !== null}
          email={email}
          onEmail={setTypedEmail}
          headingId="account-heading"
          onCreated={() => switchTo('sign-in', true)}
        />
      )}
      <Button variant="quiet" onClick={() => switchTo(signingIn ? 'sign-up' : 'sign-in')}>
        {signingIn ? 'Create an account' : 'Sign in instead'}
      </Button>
      {signingIn && (
        <Button variant="quiet" onClick={() => switchTo('recovery')}>
          Forgot your password?
        </Button>
      )}
    </>
  );
}

const Page = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[5]};
  min-block-size: 100svh;
  padding: clamp(${space[5]}, 14svh, 9rem) ${space.gutter} ${space[5]};
  background: linear-gradient(${color.banner} 22rem, ${color.ground} 22rem);
`;

const Brand = styled(Link)`
  ${onBanner}
  display: flex;
  align-items: center;
  gap: 0.5rem;
  justify-self: center;
  background: none;
  font: 600 1.375rem / 1.3 ${font.heading};
  text-decoration: none;
`;

const Panel = styled(Card)`
  inline-size: 100%;
  max-inline-size: min(28rem, ${width.form});
  margin-inline: auto;

  h1 {
    font-size: ${size.h2};
  }
`;

const AccountPage = ({ children }: { readonly children: ReactNode }) => (
  <Page lang="en">
    <Brand to={paths.home} lang="de">
      <SiteLogo />
      {site().name}
    </Brand>
    <Panel as="div">
      <CardBody>{children}</CardBody>
    </Panel>
  </Page>
);
