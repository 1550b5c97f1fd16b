import { space } from '@ki/shared/ui/theme.ts';
import { memo, useEffect, useState } from 'react';
import styled from 'styled-components';
import { Note } from '../kit/part.tsx';
import { closeRecord, type OpenRecord, openRecord } from './data/presence.ts';

const HEARTBEAT_MS = 20_000;

/** Takes no room in the form while it is empty. */
const Line = styled.div`
  &:empty {
    margin-block-end: calc(-1 * ${space[5]});
  }
`;

/** Others who have the record open. A failed call changes nothing: the form does not depend on it. */
function useOthers(kind: string, record: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  // The database knows who has the record open from heartbeats, which a hidden page does not send.
  useEffect(() => {
    let isShown = true;
    const silently = (call: Promise<unknown>) => void call.catch(() => undefined);
    const beat = () => {
      if (document.visibilityState === 'hidden') return;
      silently(openRecord({ kind, record }).then((others) => isShown && setNames(others)));
    };
    const close = () => silently(closeRecord({ kind, record }));
    beat();
    const timer = setInterval(beat, HEARTBEAT_MS);
    document.addEventListener('visibilitychange', beat);
    window.addEventListener('pagehide', close);
    return () => {
      isShown = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      window.removeEventListener('pagehide', close);
      close();
    };
  }, [kind, record]);
  return names;
}

/** It knows its own changes: those of the form around do not render it. */
export const AlsoOpen = memo(function AlsoOpen({ kind, record }: OpenRecord) {
  const names = useOthers(kind, record);
  // Stays mounted, because screen readers read only changes of an existing live region.
  return <Line role="status">{names.length > 0 && <Note>Also open: {names.join(', ')}</Note>}</Line>;
});
