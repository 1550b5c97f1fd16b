import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/search-field.tsx';
import { color, from, radius, space } from '@ki/shared/ui/theme.ts';
import { useAddressForm } from '@ki/shared/ui/use-address-form.ts';
import { Children, type ReactNode } from 'react';
import { Form } from 'react-router-dom';
import styled from 'styled-components';
import { addressOf, FILTER_NAMES, fieldsOf, filtersOf, type ListFilters } from '../../model/list-filters.ts';

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
  /** Path of the list. */
  readonly action: string;
  readonly filters: ListFilters;
  /** The choices beside the search. */
  readonly children: ReactNode;
}

/** Search and choices of a list. With scripts each change takes effect at once, without them by a button. */
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
