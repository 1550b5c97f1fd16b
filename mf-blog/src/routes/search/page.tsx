import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, from, size, space, width } from '@ki/shared/ui/theme.ts';
import { Form, Link, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { PageHead } from '../../components/page-parts.tsx';
import { type Hit, MAX_HITS, type SearchResult } from '../../model/hit.ts';
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

const Count = styled.p`
  color: ${color.muted};
`;

const List = styled.ol`
  display: grid;
  max-inline-size: ${width.measure};
`;

const Item = styled.li`
  position: relative;
  display: grid;
  gap: ${space[2]};
  justify-items: start;
  padding-block: ${space[5]};
  border-block-start: 1px solid ${color.line};
`;

const Title = styled.h2`
  font-size: ${size.h3};

  a:not(:hover) {
    text-decoration-color: transparent;
  }
`;

const Excerpt = styled.p`
  font-size: ${size.small};

  mark {
    padding-inline: 0.1em;
    border-radius: 0.15em;
    background: ${color.accentSoft};
    color: ${color.onAccentSoft};
    font-weight: 600;
  }
`;

const ofPartial = ({ length }: readonly Hit[]) =>
  `Kein Text hat alle Wörter. ${plural(length, 'Treffer', 'Treffer')} mit einigen davon:`;

function countOf({ hits, isPartial }: SearchResult): string {
  if (isPartial) return ofPartial(hits);
  if (hits.length < MAX_HITS) return plural(hits.length, 'Treffer', 'Treffer');
  return `Die ${MAX_HITS} besten Treffer. Weitere Wörter grenzen die Suche ein.`;
}

const searchFor = (query: string) => `${paths.search}?${new URLSearchParams({ [queryKeys.search]: query })}`;

const Suggestion = ({ query }: { query: string }) => (
  <p>
    <Link to={searchFor(query)}>Meinten Sie „{query}“?</Link>
  </p>
);

const NoHits = ({ query, suggestion }: { query: string; suggestion: string | undefined }) => (
  <EmptyState text={`Keine Treffer für „${query}“.`} action={suggestion && <Suggestion query={suggestion} />} />
);

const HitList = ({ query, result }: { query: string; result: SearchResult }) => (
  <div>
    <div role="status">
      {result.hits.length > 0 ? (
        <Count>{countOf(result)}</Count>
      ) : (
        <NoHits query={query} suggestion={result.suggestion} />
      )}
    </div>
    {result.hits.length > 0 && (
      <List>
        {result.hits.map((hit) => (
          <HitItem key={`${hit.path} ${hit.id}`} hit={hit} />
        ))}
      </List>
    )}
  </div>
);

const HitItem = ({ hit: { kind, title, path, excerpt } }: { hit: Hit }) => (
  <Item>
    <Badge $tone="brand">{kind}</Badge>
    <Title>
      <Link to={path}>{title}</Link>
    </Title>
    {excerpt.length > 0 && (
      <Excerpt>{excerpt.map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}</Excerpt>
    )}
  </Item>
);
