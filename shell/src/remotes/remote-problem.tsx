import { Container } from '@ki/shared/ui/layout.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useEffect } from 'react';
import styled from 'styled-components';
import { Loading } from '../layout/loading.tsx';
import type { Problem } from './problem.ts';
import { UnreachableNotice } from './unreachable-notice.tsx';
import { useRemedy } from './use-remedy.ts';

/** Clear of a header that lies over the page. */
const Place = styled(Container)`
  padding-block: 7rem ${space[7]};
`;

interface RemoteProblemProps {
  readonly cause: unknown;
  /** What is told to the server, when a remote is at fault. */
  readonly problem?: Problem | null;
  readonly onRetry: () => Promise<void> | void;
}

/** Says that a part of the site cannot be shown, and offers to try again without a reload. */
export function RemoteProblem({ cause, problem = null, onRetry }: RemoteProblemProps) {
  const remedy = useRemedy(problem);
  // The console is where developers look for what a boundary caught.
  useEffect(() => console.error(cause), [cause]);
  if (remedy === null) return <Loading />;
  return (
    <Place>
      <UnreachableNotice remedy={remedy} onRetry={onRetry}>
        Die übrigen Seiten funktionieren weiter. Versuchen Sie es in einem Moment noch einmal.
      </UnreachableNotice>
    </Place>
  );
}
