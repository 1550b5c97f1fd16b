import { Button } from '@ki/shared/ui/button.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { CourseStatus } from '../model/progress.ts';
import { readProgress, setDone } from './use-progress.ts';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  font-size: ${size.small};

  @media (scripting: none) {
    display: none;
  }
`;

const Bar = styled.progress`
  appearance: none;
  inline-size: 100%;
  block-size: 0.5rem;
  border: 0;
  border-radius: ${radius.round};
  overflow: clip;
  background: ${color.sunken};

  &::-webkit-progress-bar {
    background: ${color.sunken};
  }

  &::-webkit-progress-value {
    background: ${color.success};
  }

  &::-moz-progress-bar {
    background: ${color.success};
  }
`;

/** Reserves the button's space while there is no progress. */
const Actions = styled.div`
  min-block-size: 2.25rem;
  margin: 0 0 -0.75rem -0.875rem;
`;

export function CourseProgress({ courseId, status: { done, total } }: { courseId: string; status: CourseStatus }) {
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const label = useId();
  function reset() {
    setDropped(readProgress()[courseId] ?? []);
    setDone(courseId, []);
  }
  return (
    <Frame>
      <p id={label} role="status">
        {`${done} von ${total} Lektionen erledigt`}
      </p>
      <Bar aria-labelledby={label} max={total} value={done} />
      <Actions>
        {(done > 0 || dropped.length > 0) && (
          <Button variant="quiet" size="small" onClick={done > 0 ? reset : () => setDone(courseId, dropped)}>
            {done > 0 ? 'Fortschritt zurücksetzen' : 'Zurücksetzen rückgängig machen'}
          </Button>
        )}
      </Actions>
    </Frame>
  );
}
