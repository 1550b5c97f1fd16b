import { SettledHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Container, Grid, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { AdBanner } from '@ki/shared/ui/media/ad-banner.tsx';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { NothingHere, PageLoading } from '../../components/page-parts.tsx';
import { PostArticle } from '../../components/post-article.tsx';
import { PostCard } from '../../components/post-card.tsx';
import type { PostSummary } from '../../model/post.ts';
import type { PostData } from './route.ts';

export function Component() {
  const { slug, post, related, ad } = useLoaderData<PostData>();
  const promo = (
    <Settled value={ad} loading={null}>
      {(result) => result.ok && result.data && <AdBanner ad={result.data} compact />}
    </Settled>
  );
  return (
    <Settled key={slug} value={post} loading={<PageLoading title="Beitrag" />}>
      {(result) =>
        result.ok ? (
          <>
            <PostArticle post={result.data} promo={promo} />
            <SettledHtml name="related" value={related} loading={null}>
              {(posts) => posts.ok && <RelatedPosts posts={posts.data} />}
            </SettledHtml>
          </>
        ) : (
          <NothingHere title="Beitrag" text="Post not found" lang="en" failure={result} />
        )
      }
    </Settled>
  );
}

/** Four cards in a row have room for long words in small letters only. */
const Cards = styled(Grid)`
  h3 {
    font-size: ${size.h4};
    hyphens: auto;
  }
`;

function RelatedPosts({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0) return null;
  return (
    <Section data-print="hide" aria-labelledby="weitere">
      <Container>
        <Stack $gap={5}>
          <SectionTitle id="weitere">Weitere Beiträge</SectionTitle>
          <Cards $columns={4}>
            {posts.map((post) => (
              <PostCard key={post.id} post={post} />
            ))}
          </Cards>
        </Stack>
      </Container>
    </Section>
  );
}
