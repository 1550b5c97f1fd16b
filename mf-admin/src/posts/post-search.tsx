import { plural } from '@ki/shared/format/plural.ts';
import { SearchField } from '@ki/shared/ui/search-field.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { PostQuery } from './model/post-query.ts';
import { useSearchText } from './use-search-text.ts';

const Row = styled.search`
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
  const [text, setText] = useSearchText(query);
  return (
    <Row>
      <SearchField
        label="Search posts"
        labelHidden
        placeholder="Search title or author"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Count role="status">{plural(total, 'post', 'posts')}</Count>
    </Row>
  );
}
