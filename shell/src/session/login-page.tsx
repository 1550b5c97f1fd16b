import { paths } from '@ki/shared/contract/paths.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { onBanner } from '@ki/shared/ui/banner.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, font, size, space, width } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { AccountForm } from './account-form.tsx';
import { nextPage } from './next-page.ts';

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

/** Signing in, and creating an account: one form that switches between the two. */
export function LoginPage() {
  const [mode, setMode] = useState<'sign-in' | 'sign-up'>('sign-in');
  const [created, setCreated] = useState(false);
  const session = useSession();
  const [search] = useSearchParams();

  // Also when somebody has signed in in another tab.
  if (session.status === 'signed-in') return <Navigate to={nextPage(search)} replace />;

  const switchTo = (next: typeof mode, afterSignUp = false) => {
    setMode(next);
    setCreated(afterSignUp);
  };
  const signingIn = mode === 'sign-in';
  const endedByItself = session.status === 'anonymous' && session.ended === 'by-itself';
  return (
    <Page lang="en">
      <Brand to={paths.home} lang="de">
        KI-Lernplattform
      </Brand>
      <Panel as="div">
        <CardBody>
          <h1 id="account-heading">{signingIn ? 'Admin Login' : 'Create Admin Account'}</h1>
          {signingIn && created && <Notice tone="success">Account created successfully! You can now sign in.</Notice>}
          {signingIn && endedByItself && (
            <Notice tone="warning">Your session has ended. Sign in again to continue; what you typed is kept.</Notice>
          )}
          <AccountForm key={mode} mode={mode} headingId="account-heading" onCreated={() => switchTo('sign-in', true)} />
          <Button variant="quiet" onClick={() => switchTo(signingIn ? 'sign-up' : 'sign-in')}>
            {signingIn ? 'Create an account' : 'Sign in instead'}
          </Button>
        </CardBody>
      </Panel>
    </Page>
  );
}
