import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { PageLink } from '@ki/shared/ui/page-link.tsx';
import { ReadFailed } from '@ki/shared/ui/read-failed.tsx';
import { color, motion } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { addressOf, isFiltered, type ListFilters } from '../../model/list-filters.ts';
import { foundText, type ListPage, pageCount } from '../../model/list-page.ts';
import { ClearFilters } from './clear-filters.tsx';
import { type Settling, useLatest } from './use-latest.ts';

const Count = styled.p`
  color: ${color.muted};
  font-variant-numeric: tabular-nums;
`;

const Row = styled(Cluster)`
  min-block-size: 2.25rem;
`;

const Entries = styled.div`
  transition: opacity ${motion.quick};

  &[aria-busy='true'] {
    opacity: 0.55;
  }
`;

const NOTHING: ListPage<never> = { page: 1, entries: [], total: 0 };

export interface ListResultsProps<T> {
  readonly list: Settling<ListPage<T>>;
  readonly filters: ListFilters;
  /** Path of the list. */
  readonly action: string;
  /** Id of the form with the filters. */
  readonly form: string;
  /** What the list has, in English. */
  readonly noun: 'course' | 'workshop';
  /** Leads to the next page. */
  readonly more: string;
  readonly children: (entries: readonly T[]) => ReactNode;
}

/** How many there are, the entries, and the way to more of them; or that there are none. */
export function ListResults<T>({ list, filters, action, form, noun, more, children }: ListResultsProps<T>) {
  const { result, pending } = useLatest(list);
  const page = result?.ok ? result.data : NOTHING;
  const failed = !pending && result?.ok === false;
  return (
    <Stack>
      <Row $justify="space-between">
        <Count role="status" lang="en">
          {pending ? 'Loading...' : !failed && foundText(page, noun, `${noun}s`)}
        </Count>
        {isFiltered(filters) && <ClearFilters action={action} form={form} />}
      </Row>
      {failed && <ReadFailed />}
      {result && (
        <Entries aria-busy={pending}>
          {page.entries.length > 0 ? (
            children(page.entries)
          ) : (
            <EmptyState text={`No ${noun}s found matching your criteria.`} lang="en" />
          )}
        </Entries>
      )}
      {page.page < pageCount(page.total) && (
        <PageLink to={action + addressOf(filters, { seite: String(page.page + 1) })} label={more}>
          {more}
        </PageLink>
      )}
    </Stack>
  );
}
