import { longDate } from '@ki/shared/format/dates.ts';
import { ClockIcon } from '@ki/shared/ui/icons.tsx';
import { Banner } from '@ki/shared/ui/page/banner.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { Post } from '../model/post.ts';
import { AiNote } from './ai-note.tsx';
import { PostFacts } from './post-facts.tsx';

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

export function PostBanner({ post }: { post: Post }) {
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
