import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ServerHtml } from '@ki/shared/ui/server-html.tsx';
import { ToastRegion } from '@ki/shared/ui/toast.tsx';
import { useToasts } from '@ki/shared/ui/use-toasts.ts';
import type { ReactNode } from 'react';
import type { Post } from '../../model/post.ts';
import { Likes } from '../likes.tsx';
import { ArticleFrame } from './article-frame.tsx';
import { ArticleText } from './article-text.tsx';
import { copyCode } from './copy-code.ts';
import { PostActions } from './post-actions.tsx';
import { PostBanner } from './post-banner.tsx';

/** A post. Its text comes as HTML from the server. */
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
              <ServerHtml>{article && <ArticleText text={article} promo={promo} />}</ServerHtml>
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
