import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { color, size, space, width } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { type Hit, MAX_HITS, type SearchResult } from '../model/hit.ts';

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

export const HitList = ({ query, result }: { query: string; result: SearchResult }) => (
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
