import { plural } from '@ki/shared/format/plural.ts';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { useAddressForm } from '@ki/shared/ui/form/use-address-form.ts';
import { space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Note } from '../part.tsx';

const Row = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[3]} ${space[5]};

  > :first-child {
    flex: 0 1 24rem;
  }
`;

interface ListSearchProps {
  readonly search: string;
  readonly placeholder: string;
  readonly addressOf: (search: string, fields: URLSearchParams) => string;
  readonly total: number;
  readonly noun: readonly [one: string, many: string];
  readonly children?: ReactNode;
}

export function ListSearch({ search, placeholder, addressOf, total, noun, children }: ListSearchProps) {
  const { form } = useAddressForm({
    values: { q: search },
    addressOf: (fields) => addressOf(fields.get('q')?.trim() ?? '', fields),
    replaces: true,
  });
  return (
    <Row role="search" {...form}>
      <SearchField label={`Search ${noun[1]}`} labelHidden placeholder={placeholder} name="q" defaultValue={search} />
      {children}
      <Note role="status">{plural(total, ...noun)}</Note>
    </Row>
  );
}
