import { plural } from '@ki/shared/format/plural.ts';
import { SearchField } from '@ki/shared/ui/search-field.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { useAddressForm } from '@ki/shared/ui/use-address-form.ts';
import styled from 'styled-components';
import { type PostQuery, searchOf } from './model/post-query.ts';

const Row = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[3]} ${space[5]};

  > :first-child {
    flex: 0 1 24rem;
  }
`;

const Count = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

/** Searches while one types; the address says what is shown. */
export function PostSearch({ query, total }: { readonly query: PostQuery; readonly total: number }) {
  const { form } = useAddressForm({
    values: { q: query.search },
    addressOf: (fields) => searchOf({ ...query, search: fields.get('q')?.trim() ?? '', page: 1 }),
    replaces: true,
  });
  return (
    <Row role="search" {...form}>
      <SearchField
        label="Search posts"
        labelHidden
        placeholder="Search title or author"
        name="q"
        defaultValue={query.search}
      />
      <Count role="status">{plural(total, 'post', 'posts')}</Count>
    </Row>
  );
}
