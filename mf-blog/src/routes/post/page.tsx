import { AdBanner } from '@ki/shared/ui/ad-banner.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { SettledHtml } from '@ki/shared/ui/settled-html.tsx';
import { useLoaderData } from 'react-router-dom';
import { PostArticle } from '../../components/article/post-article.tsx';
import { NothingHere } from '../../components/nothing-here.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import { RelatedPosts } from '../../components/related-posts.tsx';
import type { PostData } from './loader.ts';

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
            <SettledHtml value={related} loading={null}>
              {(posts) => posts.ok && <RelatedPosts posts={posts.data} />}
            </SettledHtml>
          </>
        ) : (
          <>
            <PageHead title="Beitrag" />
            <NothingHere text="Post not found" lang="en" failure={result} />
          </>
        )
      }
    </Settled>
  );
}
