import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { Form, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { HitList } from '../../components/hit-list.tsx';
import { PageHead } from '../../components/page-parts.tsx';
import type { SearchData } from './route.ts';

export function Component() {
  const { query, result } = useLoaderData<SearchData>();
  return (
    <search>
      <PageHead title="Suche">
        <p>
          Beiträge, Seiten, Workshops, Online-Kurse mit ihren Lektionen und die Course Matrix. Der Anfang eines Wortes
          genügt.
        </p>
        <SearchForm key={query} query={query} />
      </PageHead>
      <Section $air={7}>
        <Container>
          {query !== '' && (
            <Settled key={query} value={result} loading={<Loading lang="en">Loading...</Loading>}>
              {(read) => (read.ok ? <HitList query={query} result={read.data} /> : <ReadFailed />)}
            </Settled>
          )}
        </Container>
      </Section>
    </search>
  );
}

const Row = styled(Form)`
  display: grid;
  gap: ${space[3]};
  max-inline-size: 44rem;

  ${from.medium} {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
  }
`;

const SearchForm = ({ query }: { query: string }) => (
  <Row method="get" action={paths.search}>
    <SearchField
      label="Suchbegriff"
      labelHidden
      placeholder="Thema, Werkzeug, Name …"
      name={queryKeys.search}
      defaultValue={query}
      maxLength={200}
      autoFocus={query === ''}
    />
    <Button type="submit">Suchen</Button>
  </Row>
);
