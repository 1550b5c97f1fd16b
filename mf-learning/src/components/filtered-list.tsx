import { PAGE_SIZE, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { Settling } from '@ki/shared/contract/reads.ts';
import { useLatest } from '@ki/shared/ui/browser/use-latest.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { useAddressForm } from '@ki/shared/ui/form/use-address-form.ts';
import { CloseIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Container, Grid, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { PageLink } from '@ki/shared/ui/page/page-link.tsx';
import { PageTitle } from '@ki/shared/ui/page/section-title.tsx';
import { color, from, motion, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Children, type ReactNode } from 'react';
import { Form } from 'react-router-dom';
import styled from 'styled-components';
import {
  addressOf,
  FILTER_NAMES,
  fieldsOf,
  filtersOf,
  isFiltered,
  type ListFilters,
  type ListPage,
} from '../model/list.ts';

const Panel = styled(Form)<{ readonly $choices: number }>`
  display: grid;
  gap: ${space[4]};
  align-items: start;
  padding: ${space[4]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};

  ${from.medium} {
    grid-template-columns: minmax(0, 1.6fr) repeat(${({ $choices }) => $choices}, minmax(0, 1fr));
    grid-auto-flow: column;
    padding: ${space[5]};
  }

  noscript {
    align-self: end;
  }
`;

interface FilterFormProps {
  readonly id: string;
  readonly action: string;
  readonly filters: ListFilters;
  readonly children: ReactNode;
}

/** Search and choices of a list. Each change takes effect at once; without scripts a button sends the form. */
function FilterForm({ id, action, filters, children }: FilterFormProps) {
  const { form } = useAddressForm({
    values: fieldsOf(filters),
    addressOf: (fields) => action + addressOf(filtersOf(fields)),
  });
  return (
    <Panel id={id} role="search" action={action} lang="en" $choices={Children.count(children)} {...form}>
      <SearchField label="Search" name={FILTER_NAMES.search} defaultValue={filters.search} maxLength={200} />
      {children}
      <noscript>
        <Button type="submit">Apply filters</Button>
      </noscript>
    </Panel>
  );
}

/** The choice of a category; the one in the address is an option even when it does not exist. */
export function CategoryFilter({ categories, chosen }: { categories: Settling<readonly string[]>; chosen: string }) {
  const { result } = useLatest(categories);
  const known = result?.ok ? result.data : [];
  const names = chosen === '' || known.includes(chosen) ? known : [...known, chosen];
  return (
    <SelectField label="Category" name={FILTER_NAMES.category} defaultValue={chosen}>
      <option value="">All Categories</option>
      {names.map((name) => (
        <option key={name} value={name} lang="de">
          {name}
        </option>
      ))}
    </SelectField>
  );
}

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

/** '12 workshops found', and which of them are shown when that is not all. */
function foundText({ page, entries, total }: ListPage<unknown>, noun: string): string {
  const found = `${total} ${total === 1 ? noun : `${noun}s`} found`;
  if (entries.length === total || entries.length === 0) return found;
  const first = (page - 1) * PAGE_SIZE + 1;
  return `${found}, showing ${first} to ${first + entries.length - 1}`;
}

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
          {pending ? 'Loading...' : !failed && foundText(page, noun)}
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
      {page.page * PAGE_SIZE < page.total && (
        <PageLink to={action + addressOf(filters, { [queryKeys.page]: String(page.page + 1) })} label={more} />
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
