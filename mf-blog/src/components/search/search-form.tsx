import { paths } from '@ki/shared/contract/paths.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/search-field.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { Form } from 'react-router-dom';
import styled from 'styled-components';

const Row = styled(Form)`
  display: grid;
  gap: ${space[3]};
  max-inline-size: 44rem;

  ${from.medium} {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
  }
`;

/** Without a script, the browser itself goes to the address of the result. */
export function SearchForm({ query }: { query: string }) {
  return (
    <Row method="get" action={paths.search}>
      <SearchField
        label="Suchbegriff"
        labelHidden
        placeholder="Thema, Werkzeug, Name …"
        name="q"
        defaultValue={query}
        maxLength={200}
        // The header's search button leads here to type.
        autoFocus={query === ''}
      />
      <Button type="submit">Suchen</Button>
    </Row>
  );
}
