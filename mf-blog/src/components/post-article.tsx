import { ServerHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import type { PreparedText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { PreparedPart } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { ToastRegion, useToasts } from '@ki/shared/ui/toast.tsx';
import type { ReactNode } from 'react';
import type { Post } from '../model/post.ts';
import { ArticleColumns, ArticleFrame, ArticleParts } from './article-frame.tsx';
import { copyCode } from './copy-code.ts';
import { PostActions } from './post-actions.tsx';
import { PostBanner } from './post-banner.tsx';
import { Likes } from './post-facts.tsx';
import { TableOfContents } from './table-of-contents.tsx';

const WORTH_CONTENTS = 4;

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
              <ServerHtml name="article">{article && <ArticleText text={article} promo={promo} />}</ServerHtml>
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

function ArticleText({ text: { parts, sections }, promo }: { readonly text: PreparedText; readonly promo: ReactNode }) {
  const [before, after] = parts;
  const chapters = sections.filter(({ level }) => level === 2);
  return (
    <ArticleColumns>
      {chapters.length >= WORTH_CONTENTS && <TableOfContents sections={chapters} />}
      <ArticleParts>
        {before && <PreparedPart part={before} />}
        {promo}
        {after && <PreparedPart part={after} />}
      </ArticleParts>
    </ArticleColumns>
  );
}
