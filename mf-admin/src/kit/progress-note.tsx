import { Spinner } from '@ki/shared/ui/button.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { useRepeatedly } from './use-repeatedly.ts';

const clock = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;

/** Counts the seconds since a time. Hidden from screen readers, which read the text next to it. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useRepeatedly(1000, () => setNow(Date.now()));
  return <span aria-hidden="true">{clock(Math.max(0, Math.floor((now - since) / 1000)))}</span>;
}

export interface Progress {
  readonly text: string;
  readonly share?: number;
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

/** Stays mounted, because screen readers read only changes of an existing live region. */
export const ProgressNote = ({
  progress,
  action,
}: {
  readonly progress: Progress | null;
  readonly action?: ReactNode;
}) => (
  <div role="status">
    {progress && (
      <Row>
        <Spinner />
        <span>{progress.text}</span>
        {progress.share !== undefined && <progress value={progress.share} aria-label={progress.text} />}
        {progress.since !== undefined && <Elapsed since={progress.since} />}
        {action}
      </Row>
    )}
  </div>
);
