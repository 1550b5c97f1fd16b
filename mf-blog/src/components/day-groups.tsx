import { dayAndMonth } from '@ki/shared/format/dates.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import { from, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import type { PostSummary } from '../model/post.ts';
import { afterHero } from './page-parts.tsx';
import { PostCard } from './post-card.tsx';

interface Day {
  readonly key: string;
  readonly posts: readonly PostSummary[];
}

export function groupByDay(posts: readonly PostSummary[]): Day[] {
  const days = Map.groupBy(posts, ({ publishedOn }) => publishedOn);
  return [...days].map(([key, group]) => ({ key, posts: group }));
}

/** The approximate height of a day that is not laid out, for the scroll bar and for scroll restoration. */
const room = (pair: number, single: number) =>
  css<{ readonly $posts: number }>`
    contain-intrinsic-block-size: auto
      ${({ $posts }) => Math.floor($posts / 2) * pair + ($posts % 2) * single}rem;
  `;

const DayPart = styled.section<{ readonly $posts: number }>`
  content-visibility: auto;
  ${room(74, 38)}
  ${afterHero}
  display: grid;
  gap: ${space[4]} ${space[6]};

  ${from.medium} {
    ${room(42, 25)}
  }

  ${from.wide} {
    ${room(38, 18)}
    grid-template-columns: 11rem minmax(0, 1fr);
  }
`;

const DayTitle = styled(SectionTitle)`
  font-size: ${size.h3};

  ${from.wide} {
    position: sticky;
    inset-block-start: ${space[5]};
    align-self: start;
  }
`;

/** Two columns; the last card of an odd number takes the whole row. */
const Cards = styled.div`
  display: grid;
  gap: ${space[5]};
  grid-template-columns: minmax(0, 1fr);

  ${from.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > :last-child:nth-child(odd) {
      grid-column: 1 / -1;
    }
  }
`;

export function DayGroups({ posts, afterSecond }: { posts: readonly PostSummary[]; afterSecond: ReactNode }) {
  const second = posts[1] ?? posts[0];
  return (
    <Stack $gap={7}>
      {groupByDay(posts).map((day) => (
        <DayGroup key={day.key} day={day} breakAfter={second} between={afterSecond} />
      ))}
    </Stack>
  );
}

function DayGroup({ day, breakAfter, between }: { day: Day; breakAfter: PostSummary | undefined; between: ReactNode }) {
  const { key, posts } = day;
  const cut = breakAfter ? posts.indexOf(breakAfter) + 1 : 0;
  const runs = cut === 0 ? [posts] : [posts.slice(0, cut), posts.slice(cut)];
  const [first = [], rest = []] = runs;
  return (
    <DayPart aria-labelledby={`tag-${key}`} $posts={posts.length}>
      <DayTitle id={`tag-${key}`}>{dayAndMonth(key)}</DayTitle>
      <Stack $gap={5}>
        <CardRun posts={first} />
        {cut > 0 && between}
        {rest.length > 0 && <CardRun posts={rest} />}
      </Stack>
    </DayPart>
  );
}

const CardRun = ({ posts }: { posts: readonly PostSummary[] }) => (
  <Cards>
    {posts.map((post, index) => (
      <PostCard key={post.id} post={post} wide={index === posts.length - 1 && index % 2 === 0} />
    ))}
  </Cards>
);
