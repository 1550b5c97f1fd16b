import { Spinner } from '@ki/shared/ui/spinner.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Elapsed } from './elapsed.tsx';

/** What is under way: in words, with the part that is done or the time that it takes. */
export interface Progress {
  readonly text: string;
  /** From 0 to 1, where it is known. */
  readonly part?: number;
  /** When the waiting began. */
  readonly since?: number;
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};
  min-block-size: 2.25rem;
  color: ${color.muted};
  font-size: ${size.small};
  font-variant-numeric: tabular-nums;

  progress {
    flex: 1 1 6rem;
    max-inline-size: 16rem;
    accent-color: ${color.brand};
  }
`;

/** Always in the page, because only a region that is there already is read out. */
export function ProgressNote({
  progress,
  action,
}: {
  readonly progress: Progress | null;
  readonly action?: ReactNode;
}) {
  return (
    <div role="status">
      {progress && (
        <Row>
          <Spinner />
          <span>{progress.text}</span>
          {progress.part !== undefined && <progress value={progress.part} aria-label={progress.text} />}
          {progress.since !== undefined && <Elapsed since={progress.since} />}
          {action}
        </Row>
      )}
    </div>
  );
}
