import { layer, space } from '@ki/shared/ui/theme.ts';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { useShell } from '../app/shell-context.ts';
import { UnreachableNotice } from './unreachable-notice.tsx';
import { useRemedy } from './use-remedy.ts';

const Bar = styled.div`
  position: sticky;
  inset-block-end: ${space[4]};
  z-index: ${layer.toast};
  max-inline-size: 46rem;
  margin: ${space[4]} auto;
  padding-inline: ${space[4]};
`;

/** With a page that came rendered but whose code could not be loaded: it can be read now and brought to life later. */
export function StrandedNotice({ remote }: { remote: string }) {
  const [hydrated, setHydrated] = useState(false);
  const { remotes } = useShell();
  const location = useLocation();
  const navigate = useNavigate();
  // The server's document has no such notice: it may only appear once the document has been adopted.
  useEffect(() => setHydrated(true), []);
  const remedy = useRemedy(remotes.problemOf(remote));
  const retry = async () => {
    await remotes.loadPage(remote, location.pathname);
    await navigate(location, { replace: true });
  };
  if (!hydrated || remedy === null) return null;
  return (
    <Bar>
      <UnreachableNotice remedy={remedy} onRetry={retry}>
        Sie können die Seite lesen. Bedienen lässt sie sich erst wieder, wenn ihr Programm geladen ist.
      </UnreachableNotice>
    </Bar>
  );
}
