import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { signOut } from '@ki/shared/session/session-store.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Container } from '@ki/shared/ui/layout.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { FrameSignIn } from './frame-sign-in.tsx';

const Bar = styled.header`
  padding-block: ${space[3]};
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
`;

/** Addresses of the remote's pages that need no parameter. */
const fixedAddresses = ({ routes }: RemoteModule) =>
  routes.flatMap(({ path }) => (path && !/[:*]/.test(path) ? [path] : []));

/** Stands above a remote that runs alone: where its pages are, and who is signed in. */
export function FrameBar({ remote }: { remote: RemoteModule }) {
  const session = useSession();
  return (
    <Bar lang="en">
      <Container>
        <Cluster $gap={5} $justify="space-between">
          <Cluster as="nav" $gap={4} aria-label={remote.id}>
            <strong>{remote.id}</strong>
            {fixedAddresses(remote).map((address) => (
              <Link key={address} to={address}>
                {address}
              </Link>
            ))}
          </Cluster>
          {session.status === 'anonymous' && <FrameSignIn />}
          {session.status === 'signed-in' && (
            <Button variant="quiet" size="small" onClick={() => void signOut()}>
              Sign out {session.user.email}
            </Button>
          )}
        </Cluster>
      </Container>
    </Bar>
  );
}
