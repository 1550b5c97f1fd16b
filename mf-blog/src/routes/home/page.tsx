import { paths } from '@ki/shared/contract/paths.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { SettledHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster, Container, Section } from '@ki/shared/ui/layout.tsx';
import { AdBanner } from '@ki/shared/ui/media/ad-banner.tsx';
import { Banner } from '@ki/shared/ui/page/banner.tsx';
import { PageLink } from '@ki/shared/ui/page/page-link.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { DayGroups } from '../../components/day-groups.tsx';
import { NothingHere, PageHead, PageLoading } from '../../components/page-parts.tsx';
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
      <>
        <PageHead title={titleOfPage(page)} underHeader />
        <NothingHere
          text="No posts available yet"
          lang="en"
          failure={result.ok ? undefined : result}
          wayHome={page > 1}
          next={result.ok && page === 1 && { to: `${paths.admin}/posts/new`, label: 'Write the first post' }}
        />
      </>
    );
  }
  const isFirst = page === 1;
  return (
    <>
      {isFirst ? <HomeHero post={newest} /> : <PageHead title={titleOfPage(page)} underHeader />}
      <Section>
        <Container>
          <DayGroups posts={isFirst ? others : result.data.posts} afterSecond={banner} />
          {result.data.hasMore && (
            <PageLink to={pageAddress('/', page + 1)} label="Weitere Beiträge">
              Weitere Beiträge
            </PageLink>
          )}
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
