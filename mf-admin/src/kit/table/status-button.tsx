import { Badge, type BadgeTone } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { radius } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import styled from 'styled-components';
import { FailureNotice } from '../failure-notice.tsx';
import { failureText, useOperation } from '../use-operation.ts';
import { titleId } from './row.tsx';

const Status = styled(Badge)`
  min-block-size: 2rem;
  padding-inline: 0.875rem;

  &:hover:not([aria-disabled='true']) {
    border-color: currentColor;
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }

  &[aria-disabled='true'] {
    opacity: 0.62;
  }
`;

interface StatusButtonProps<Row> {
  readonly row: Row;
  readonly change: (current: Row) => Promise<Row>;
  readonly show: (current: Row) => { readonly tone: BadgeTone; readonly text: string; readonly title?: string };
  readonly failure: string;
}

/** Publishes or hides a row. It shows the stored row: the response's or a newer one of the list. */
export function StatusButton<Row extends { readonly id: string; readonly updatedAt: string }>(
  props: StatusButtonProps<Row>,
) {
  const { row, change, show, failure } = props;
  const [returned, setReturned] = useState<Row | null>(null);
  const current = returned && returned.updatedAt > row.updatedAt ? returned : row;
  const { tone, text, title } = show(current);
  const { run, busy, failed, error } = useOperation(async () => setReturned(await change(current)));
  return (
    <Stack $gap={2}>
      <Status
        as="button"
        type="button"
        $tone={tone}
        aria-describedby={titleId(row.id)}
        aria-disabled={busy}
        title={title}
        onClick={() => void run()}
      >
        {text}
      </Status>
      {failed && <FailureNotice error={error} text={failureText(error, failure)} />}
    </Stack>
  );
}
