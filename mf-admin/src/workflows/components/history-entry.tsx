import { Badge } from '@ki/shared/ui/badge.tsx';
import { Spinner } from '@ki/shared/ui/button.tsx';
import { Card } from '@ki/shared/ui/card.tsx';
import { CheckIcon, ChevronDownIcon, ClockIcon, FailedIcon } from '@ki/shared/ui/icons.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { Moment } from '../../kit/part.tsx';
import { Elapsed } from '../../kit/progress-note.tsx';
import { titleId } from '../../kit/table/row.tsx';
import { type AiCost, costText, nameOf, type WorkflowRun, type WorkflowStatus } from '../model/workflow.ts';

const MISSING_KEY = /^(PERPLEXITY_API_KEY|GEMINI_API_KEY) is not set$/;

export function FailureNote({ error, action }: { readonly error: string | null; readonly action?: ReactNode }) {
  const [, key] = MISSING_KEY.exec(error ?? '') ?? [];
  return (
    <Notice tone="error" title={error ?? 'This workflow failed.'} action={action}>
      {key && (
        <>
          Set it where the platform is started, as in <code>{key}=… npm start</code>, or for a Supabase project with{' '}
          <code>supabase secrets set {key}=…</code>. Then try again.
        </>
      )}
    </Notice>
  );
}

const LOOK: Readonly<Record<WorkflowStatus, { icon: ReactNode; tone: string; label: string }>> = {
  completed: { icon: <CheckIcon />, tone: color.success, label: 'Completed' },
  failed: { icon: <FailedIcon />, tone: color.danger, label: 'Failed' },
  processing: { icon: <Spinner />, tone: color.link, label: 'Processing' },
  pending: { icon: <ClockIcon />, tone: color.muted, label: 'Pending' },
};

const Mark = styled.span<{ $tone: string }>`
  display: inline-flex;
  align-items: center;
  gap: 0.375rem;
  color: ${(props) => props.$tone};
  font-size: ${size.small};
  font-weight: 600;

  > :first-child {
    inline-size: 1.25rem;
    block-size: 1.25rem;
  }
`;

function StatusMark({ status }: { readonly status: WorkflowStatus }) {
  const { icon, tone, label } = LOOK[status];
  return (
    <Mark $tone={tone}>
      {icon}
      {label}
    </Mark>
  );
}

const Head = styled.div`
  position: relative;
  display: grid;
  grid-template: 'status action' 'text text' / minmax(0, 1fr) auto;
  gap: ${space[2]} ${space[4]};
  padding: ${space[4]} ${space[5]};

  ${from.medium} {
    grid-template: 'status text' / 7.5rem minmax(0, 1fr);
  }

  h3 {
    font: 600 1.0625rem / 1.4 ${font.text};
    overflow-wrap: anywhere;
  }

  &:has(a:hover) {
    border-radius: ${radius.medium};
    background: ${color.brandSoft};
  }
`;

/** Its click area covers the whole head. */
const Toggle = styled(Link)`
  color: inherit;
  text-decoration: none;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius.medium};
  }

  &:focus-visible {
    outline: none;
  }

  &:focus-visible::after {
    outline: 0.1875rem solid ${color.focus};
    outline-offset: -0.1875rem;
  }
`;

const Line = styled.div`
  display: flex;
  align-items: start;
  justify-content: space-between;
  gap: ${space[3]};

  > svg {
    flex: none;
    margin-block-start: 0.125rem;
    color: ${color.muted};
  }

  &[data-open='true'] > svg {
    rotate: 0.5turn;
  }
`;

const Facts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[1]} ${space[3]};
  margin-block-start: ${space[1]};
  color: ${color.muted};
  font-size: ${size.small};

  ${from.medium} {
    padding-inline-end: 6rem;
  }
`;

/** Stacked above the toggle's click area: next to the status on a phone, else at the end of the facts. */
const Action = styled.div`
  position: relative;
  z-index: 1;
  grid-area: action;
  align-self: center;
  margin: -${space[2]} -${space[3]} -${space[2]} 0;

  ${from.medium} {
    grid-area: text;
    place-self: end;
  }
`;

const Texts = styled.div`
  grid-area: text;
  min-inline-size: 0;
`;

const Detail = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[4]} ${space[5]} ${space[5]};
  border-block-start: 1px solid ${color.line};
`;

export interface HistoryEntryProps {
  readonly run: WorkflowRun;
  readonly open: boolean;
  readonly to: string;
  /** Once an answer is there. */
  readonly cost: AiCost | undefined;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function HistoryEntry({ run, open, to, cost, action, children }: HistoryEntryProps) {
  const detailId = useId();
  const isSearch = run.kind === 'search';
  return (
    <Card as="li">
      <Head>
        <StatusMark status={run.status} />
        <Texts>
          <Line data-open={open}>
            <h3 lang="de" id={titleId(run.id)}>
              <Toggle to={to} preventScrollReset aria-expanded={open} aria-controls={open ? detailId : undefined}>
                {nameOf(run)}
              </Toggle>
            </h3>
            <ChevronDownIcon size={18} />
          </Line>
          <Facts>
            <Badge $tone={isSearch ? 'brand' : 'accent'}>{isSearch ? 'Web Search' : 'Blog Ideas'}</Badge>
            <Moment at={run.createdAt} />
            {cost && <span>{costText(cost)}</span>}
            {run.status === 'processing' && <Elapsed since={Date.parse(run.createdAt)} />}
          </Facts>
        </Texts>
        {action && <Action>{action}</Action>}
      </Head>
      {open && <Detail id={detailId}>{children}</Detail>}
    </Card>
  );
}
