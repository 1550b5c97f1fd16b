import { dateTime } from '@ki/shared/format/dates.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { ChevronDownIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { titleId } from '../../records/table/row-title.tsx';
import { nameOf, type WorkflowRun } from '../model/workflow.ts';
import { Elapsed } from './elapsed.tsx';
import { StatusMark } from './status-mark.tsx';

const Item = styled.li`
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  box-shadow: ${elevation.raised};
`;

const Head = styled.div`
  position: relative;
  display: grid;
  grid-template: 'status action' 'words words' / minmax(0, 1fr) auto;
  gap: ${space[2]} ${space[4]};
  padding: ${space[4]} ${space[5]};

  ${from.medium} {
    grid-template: 'status words' / 7.5rem minmax(0, 1fr);
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

/** Covers the whole head. */
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
    /* The action's place. */
    padding-inline-end: 6rem;
  }
`;

/** Above the toggle, which covers the head: on a phone beside the status, else at the end of the facts. */
const Action = styled.div`
  position: relative;
  z-index: 1;
  grid-area: action;
  align-self: center;
  margin: -${space[2]} -${space[3]} -${space[2]} 0;

  ${from.medium} {
    grid-area: words;
    place-self: end;
  }
`;

const Words = styled.div`
  grid-area: words;
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
  /** Address that opens this entry, or closes it. */
  readonly to: string;
  /** What can be done with it, open or not. */
  readonly action?: ReactNode;
  /** What the entry shows when it is open. */
  readonly children: ReactNode;
}

/** One workflow of the history; its address opens it. */
export function HistoryEntry({ run, open, to, action, children }: HistoryEntryProps) {
  const detailId = useId();
  const isSearch = run.kind === 'search';
  return (
    <Item>
      <Head>
        <StatusMark status={run.status} />
        <Words>
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
            <time dateTime={run.createdAt} lang="de">
              {dateTime(run.createdAt)}
            </time>
            {run.status === 'processing' && <Elapsed since={Date.parse(run.createdAt)} />}
          </Facts>
        </Words>
        {action && <Action>{action}</Action>}
      </Head>
      {open && <Detail id={detailId}>{children}</Detail>}
    </Item>
  );
}
