import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { signIn, signOut } from '@ki/shared/session/session-store.ts';
import { unsavedInputOf } from '@ki/shared/session/unsaved-input.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Container } from '@ki/shared/ui/layout.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { useActionState } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';

/** Signs in to the backend. The development frame has no `/login`. */
function FrameSignIn() {
  const [errorText, action, busy] = useActionState(
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
      {errorText !== null && <p role="alert">{errorText}</p>}
    </Cluster>
  );
}

const Bar = styled.header`
  padding-block: ${space[3]};
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
`;

const staticPaths = ({ routes }: RemoteModule) =>
  routes.flatMap(({ path }) => (path && !/[:*]/.test(path) ? [path] : []));

function leave(account: string): void {
  const input = unsavedInputOf(account);
  if (input.length === 0 || confirm(`Delete this unsaved input? ${input.join(', ')}`)) void signOut();
}

/** Navigation and sign-in above the pages of a remote in development. */
export function FrameBar({ remote }: { remote: RemoteModule }) {
  const session = useSession();
  return (
    <Bar lang="en">
      <Container>
        <Cluster $gap={5} $justify="space-between">
          <Cluster as="nav" $gap={4} aria-label={remote.id}>
            <strong>{remote.id}</strong>
            {staticPaths(remote).map((address) => (
              <Link key={address} to={address}>
                {address}
              </Link>
            ))}
          </Cluster>
          {session.status === 'anonymous' && <FrameSignIn />}
          {session.user && (
            <Button variant="quiet" size="small" onClick={() => leave(session.user.id)}>
              Sign out {session.user.email}
            </Button>
          )}
        </Cluster>
      </Container>
    </Bar>
  );
}
