import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { Settling } from '@ki/shared/contract/reads.ts';
import { useLatest } from '@ki/shared/ui/browser/use-latest.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { CloseIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Container, Grid, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { PageLink } from '@ki/shared/ui/page/page-link.tsx';
import { PageTitle } from '@ki/shared/ui/page/section-title.tsx';
import { color, motion, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { Form } from 'react-router-dom';
import styled from 'styled-components';
import { addressOf, isFiltered, type ListFilters } from '../model/list-filters.ts';
import { foundText, type ListPage, pageCount } from '../model/list-page.ts';
import { FilterForm } from './filter-form.tsx';

const Head = styled(Section)`
  padding-block: ${space[7]} 0;
`;

const Lead = styled.p`
  max-inline-size: 40rem;
  margin-block-start: ${space[4]};
  color: ${color.muted};
  font-size: ${size.lead};
  line-height: 1.5;
`;

/** A list is shown without its intro where nobody wrote one, or where it cannot be read. */
export function ListHead({ title, intro }: { readonly title: string; readonly intro: Settling<string> }) {
  const { result } = useLatest(intro);
  return (
    <Head as="header">
      <Container>
        <PageTitle as="h1">{title}</PageTitle>
        {result?.ok && result.data && <Lead>{result.data}</Lead>}
      </Container>
    </Head>
  );
}

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

interface ListResultsProps<T> {
  readonly list: Settling<ListPage<T>>;
  readonly filters: ListFilters;
  readonly action: string;
  readonly form: string;
  readonly noun: 'course' | 'workshop';
  readonly more: string;
  readonly children: (entries: readonly T[]) => ReactNode;
}

function ListResults<T>({ list, filters, action, form, noun, more, children }: ListResultsProps<T>) {
  const { result, pending } = useLatest(list);
  const page = result?.ok ? result.data : NOTHING;
  const hasNone = result?.ok === true && page.total === 0 && !isFiltered(filters);
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
            <EmptyState
              text={hasNone ? `No ${noun}s yet.` : `No ${noun}s found matching your criteria.`}
              lang="en"
              next={hasNone && { to: `${paths.admin}/${noun}s`, label: `Add or publish a ${noun}` }}
            />
          )}
        </Entries>
      )}
      {page.page < pageCount(page.total) && (
        <PageLink to={action + addressOf(filters, { [queryKeys.page]: String(page.page + 1) })} label={more}>
          {more}
        </PageLink>
      )}
    </Stack>
  );
}

interface FilteredListProps<T> extends Omit<ListResultsProps<T>, 'children'> {
  readonly label: string;
  readonly filters: ListFilters;
  readonly entry: (entry: T) => ReactNode;
  readonly children: ReactNode;
}

export const FilteredList = <T,>({ label, entry, children, ...results }: FilteredListProps<T>) => (
  <Section $air={6} aria-label={label}>
    <Container>
      <Stack $gap={5}>
        <FilterForm id={results.form} action={results.action} filters={results.filters}>
          {children}
        </FilterForm>
        <ListResults {...results}>{(entries) => <Grid>{entries.map(entry)}</Grid>}</ListResults>
      </Stack>
    </Container>
  </Section>
);

/** The button disappears with the filters, so the focus moves to the search. */
function focusFirstField(form: string): void {
  document.getElementById(form)?.querySelector('input')?.focus();
}

/** A form of its own, so that it works without scripts. */
const ClearFilters = ({ action, form }: { readonly action: string; readonly form: string }) => (
  <Form action={action} preventScrollReset onSubmit={() => focusFirstField(form)}>
    <Button type="submit" variant="quiet" size="small" lang="en" icon={<CloseIcon size={16} />}>
      Clear filters
    </Button>
  </Form>
);
