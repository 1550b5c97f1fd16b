import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { Form, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { HitList } from '../../components/hit-list.tsx';
import { PageHead } from '../../components/page-parts.tsx';
import type { SearchResult } from '../../model/hit.ts';
import type { SearchData } from './route.ts';

const NOTHING: SearchResult = { hits: [] };

export function Component() {
  const { query, result } = useLoaderData<SearchData>();
  return (
    <search>
      <PageHead title="Suche">
        <p>Beiträge, Seiten, Workshops und Online-Kurse mit ihren Lektionen. Der Anfang eines Wortes genügt.</p>
        <SearchForm key={query} query={query} />
      </PageHead>
      <Section $air={7}>
        <Container>
          {query !== '' && (
            <Settled key={query} value={result} loading={<Loading lang="en">Loading...</Loading>}>
              {(read) => (
                <Stack $gap={5}>
                  {!read.ok && <ReadFailed />}
                  <HitList query={query} result={read.ok ? read.data : NOTHING} />
                </Stack>
              )}
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
