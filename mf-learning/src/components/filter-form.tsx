import type { Settling } from '@ki/shared/contract/reads.ts';
import { useLatest } from '@ki/shared/ui/browser/use-latest.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { useAddressForm } from '@ki/shared/ui/form/use-address-form.ts';
import { color, from, radius, space } from '@ki/shared/ui/theme.ts';
import { Children, type ReactNode } from 'react';
import { Form } from 'react-router-dom';
import styled from 'styled-components';
import { addressOf, FILTER_NAMES, fieldsOf, filtersOf, type ListFilters } from '../model/list-filters.ts';

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
export function FilterForm({ id, action, filters, children }: FilterFormProps) {
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
