import { paths } from '@ki/shared/contract/paths.ts';
import { longDate } from '@ki/shared/format/dates.ts';
import { ServerHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { ClockIcon } from '@ki/shared/ui/icons.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import type { PreparedText } from '@ki/shared/ui/markdown/prepare-text.ts';
import { PreparedPart } from '@ki/shared/ui/markdown/prepared-text.tsx';
import type { Section as Chapter } from '@ki/shared/ui/markdown/tree.ts';
import { Banner } from '@ki/shared/ui/page/banner.tsx';
import { color, from, size, space } from '@ki/shared/ui/theme.ts';
import { ToastRegion, useToasts } from '@ki/shared/ui/toast.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { ABOUT_AI, aiSentence } from '../model/ai.ts';
import type { Post } from '../model/post.ts';
import { ArticleColumns, ArticleFrame, ArticleParts } from './article-frame.tsx';
import { PostActions } from './post-actions.tsx';
import { Likes, PostFacts } from './post-facts.tsx';

const Note = styled.p`
  padding-inline-start: ${space[4]};
  border-inline-start: 0.25rem solid ${color.accent};
`;

function AiNote({ ai }: { readonly ai: string }) {
  const sentence = aiSentence(ai);
  if (!sentence) return null;
  return (
    <Note>
      {sentence} <Link to={paths.aboutAi}>{ABOUT_AI}</Link>
    </Note>
  );
}

const Lead = styled.p`
  font-size: ${size.lead};
  line-height: 1.5;
`;

const When = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[1]} ${space[4]};
  color: ${color.muted};
  font-size: ${size.small};

  span {
    display: inline-flex;
    align-items: center;
    gap: ${space[2]};
    min-block-size: 1lh;
  }
`;

function PostBanner({ post }: { post: Post }) {
  const { title, excerpt, publishedAt, publishedOn, readingMinutes, picture, ai } = post;
  return (
    <Banner title={title} picture={picture}>
      <h1>{title}</h1>
      {excerpt && <Lead>{excerpt}</Lead>}
      <PostFacts post={post} />
      <When>
        <time dateTime={publishedAt}>{longDate(publishedOn)}</time>
        <span>
          <ClockIcon size={16} />
          {`${readingMinutes} Min. Lesezeit`}
        </span>
      </When>
      <AiNote ai={ai} />
    </Banner>
  );
}

const Contents = styled.nav`
  font-size: ${size.small};
  line-height: 1.4;

  ${from.wide} {
    position: sticky;
    inset-block-start: ${space[5]};
    max-block-size: calc(100svh - 2 * ${space[5]});
    overflow-y: auto;
    grid-area: 1 / 2;
  }
`;

const Title = styled.p`
  padding-block-end: ${space[2]};
  color: ${color.muted};
  font-weight: 600;
`;

const List = styled.ol`
  scroll-target-group: auto;
  border-inline-start: 1px solid ${color.line};

  a {
    display: block;
    margin-inline-start: -1px;
    padding: ${space[2]} ${space[4]};
    border-inline-start: 0.1875rem solid transparent;
    color: ${color.text};
    text-decoration: none;
    text-wrap: balance;
  }

  a:hover {
    color: ${color.link};
    text-decoration: underline;
  }

  a:target-current {
    border-color: ${color.mark};
    color: ${color.link};
    font-weight: 600;
  }
`;

const TableOfContents = ({ sections }: { sections: readonly Chapter[] }) => (
  <Contents aria-labelledby="inhalt" data-print="hide">
    <Title id="inhalt">Inhalt</Title>
    <List>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </List>
  </Contents>
);

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
            <ArticleFrame minutes={readingMinutes} announce={show}>
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
