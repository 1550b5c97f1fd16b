import { paths } from '@ki/shared/contract/paths.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { dayAndMonth } from '@ki/shared/format/dates.ts';
import { SettledHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster, Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { AdBanner } from '@ki/shared/ui/media/ad-banner.tsx';
import { Banner } from '@ki/shared/ui/page/banner.tsx';
import { PageLink } from '@ki/shared/ui/page/page-link.tsx';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import { from, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { afterHero, NothingHere, PageHead, PageLoading } from '../../components/page-parts.tsx';
import { PostCard } from '../../components/post-card.tsx';
import { Likes, PostFacts } from '../../components/post-facts.tsx';
import type { PostPage } from '../../data/posts.ts';
import { pageAddress } from '../../model/addresses.ts';
import { aiMark } from '../../model/ai.ts';
import type { PostSummary } from '../../model/post.ts';
import { type HomeData, titleOfPage } from './route.ts';

export function Component() {
  const { page, home, ad } = useLoaderData<HomeData>();
  const banner = (
    <Settled value={ad} loading={null}>
      {(result) => result.ok && result.data && <AdBanner ad={result.data} />}
    </Settled>
  );
  return (
    <SettledHtml key={page} name="home" value={home} loading={<PageLoading title={titleOfPage(page)} underHeader />}>
      {(result) => <Home page={page} result={result} banner={page === 1 && banner} />}
    </SettledHtml>
  );
}

function Home({ page, result, banner }: { page: number; result: Result<PostPage>; banner: ReactNode }) {
  const [newest, ...others] = result.ok ? result.data.posts : [];
  if (!result.ok || !newest) {
    return (
      <NothingHere
        title={titleOfPage(page)}
        underHeader
        text="No posts available yet"
        lang="en"
        failure={result.ok ? undefined : result}
        wayHome={page > 1}
        next={result.ok && page === 1 && { to: `${paths.admin}/posts/new`, label: 'Write the first post' }}
      />
    );
  }
  const isFirst = page === 1;
  return (
    <>
      {isFirst ? <HomeHero post={newest} /> : <PageHead title={titleOfPage(page)} underHeader />}
      <Section>
        <Container>
          <DayGroups posts={isFirst ? others : result.data.posts} afterSecond={banner} />
          {result.data.hasMore && <PageLink to={pageAddress('/', page + 1)} label="Weitere Beiträge" />}
        </Container>
      </Section>
    </>
  );
}

const Excerpt = styled.p`
  font-size: ${size.lead};
  line-height: 1.5;
`;

function HomeHero({ post }: { post: PostSummary }) {
  const { title, slug, excerpt, picture, ai } = post;
  const mark = aiMark(ai);
  return (
    <Banner title={title} picture={picture} tall underHeader>
      <h1>{title}</h1>
      {excerpt && <Excerpt>{excerpt}</Excerpt>}
      <PostFacts post={post}>{mark && <span>{mark}</span>}</PostFacts>
      <Cluster>
        <ButtonLink to={paths.post({ slug })} lang="en" aria-label={`Read more: ${title}`}>
          Read more
        </ButtonLink>
        <Likes />
      </Cluster>
    </Banner>
  );
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

function DayGroups({ posts, afterSecond }: { posts: readonly PostSummary[]; afterSecond: ReactNode }) {
  const second = posts[1] ?? posts[0];
  const days = Map.groupBy(posts, ({ publishedOn }) => publishedOn);
  return (
    <Stack $gap={7}>
      {[...days].map(([day, group]) => (
        <DayGroup key={day} day={day} posts={group} breakAfter={second} between={afterSecond} />
      ))}
    </Stack>
  );
}

interface DayGroupProps {
  readonly day: string;
  readonly posts: readonly PostSummary[];
  readonly breakAfter: PostSummary | undefined;
  readonly between: ReactNode;
}

function DayGroup({ day, posts, breakAfter, between }: DayGroupProps) {
  const cut = breakAfter ? posts.indexOf(breakAfter) + 1 : 0;
  const runs = cut === 0 ? [posts] : [posts.slice(0, cut), posts.slice(cut)];
  const [first = [], rest = []] = runs;
  return (
    <DayPart aria-labelledby={`tag-${day}`} $posts={posts.length}>
      <DayTitle id={`tag-${day}`}>{dayAndMonth(day)}</DayTitle>
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
