import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ServerHtml } from '@ki/shared/ui/server-html.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { ToastRegion } from '@ki/shared/ui/toast.tsx';
import { useToasts } from '@ki/shared/ui/use-toasts.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Post } from '../../model/post.ts';
import { Likes } from '../likes.tsx';
import { ArticleFrame } from './article-frame.tsx';
import { copyCode } from './copy-code.ts';
import { PostActions } from './post-actions.tsx';
import { PostBanner } from './post-banner.tsx';

const ArticleText = lazy(async () => {
  const module = await import(/* webpackChunkName: "blog-article" */ './article-text.tsx');
  return { default: module.ArticleText };
});

/** A post. Its text comes as HTML from the server; only a navigation in the browser loads the code that makes it. */
export function PostArticle({ post, promo }: { post: Post; promo: ReactNode }) {
  const { toasts, show, dismiss } = useToasts();
  const { title, article, readingMinutes } = post;
  return (
    <article>
      <PostBanner post={post} />
      <Section $air={6}>
        <Container>
          <Stack $gap={6}>
            <PostActions title={title} announce={show} />
            <ArticleFrame $minutes={readingMinutes} onClick={copyCode(show)}>
              <ServerHtml>
                {article && (
                  <Suspense fallback={<Loading lang="en">Loading...</Loading>}>
                    <ArticleText markdown={article.markdown} promo={promo} />
                  </Suspense>
                )}
              </ServerHtml>
            </ArticleFrame>
            <div data-print="hide">
              <Likes />
            </div>
          </Stack>
        </Container>
      </Section>
      <ToastRegion toasts={toasts} dismiss={dismiss} />
    </article>
  );
}
