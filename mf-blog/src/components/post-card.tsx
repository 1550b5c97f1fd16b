import { paths } from '@ki/shared/contract/paths.ts';
import { comments } from '@ki/shared/format/plural.ts';
import { Card, CardBody, CardFooter, coversCard, Meta } from '@ki/shared/ui/card.tsx';
import { DateBadge } from '@ki/shared/ui/date-badge.tsx';
import { ArrowRightIcon } from '@ki/shared/ui/icons.tsx';
import { CardArt } from '@ki/shared/ui/media/picture.tsx';
import { from, size, space } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { aiMark } from '../model/ai.ts';
import type { PostSummary } from '../model/post.ts';

const Frame = styled(Card)<{ $wide: boolean }>`
  ${from.medium} {
    flex-direction: ${(props) => (props.$wide ? 'row' : 'column')};
  }
`;

const WideArt = styled(CardArt)`
  ${from.medium} {
    flex: 0 0 46%;
    inline-size: 46%;
    aspect-ratio: auto;
    block-size: auto;
    min-block-size: 15rem;
  }
`;

/** In a narrow card the title stands below the date, so that long words have room. */
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  align-items: start;

  > div {
    flex: 1 1 11rem;
    min-inline-size: 0;
  }
`;

const Title = styled.h3`
  margin-block-end: ${space[2]};
  font-size: ${size.h3};
  line-height: 1.25;
`;

const Excerpt = styled.p`
  font-size: ${size.small};
  line-height: 1.55;
`;

const Read = styled(Link)`
  ${coversCard}
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  font-size: ${size.small};
  font-weight: 600;
  letter-spacing: 0.06em;
  text-decoration: none;

  &:focus-visible {
    outline: none;
  }

  &:focus-visible::after {
    outline: 0.1875rem solid var(--c-focus);
    outline-offset: -0.25rem;
  }
`;

interface PostCardProps {
  readonly post: PostSummary;
  readonly level?: 2 | 3;
  /** Fills a row of the grid: on wide screens the picture is next to the text. */
  readonly wide?: boolean;
}

export function PostCard({ post, level = 3, wide = false }: PostCardProps) {
  const { title, slug, excerpt, author, category, commentCount, publishedAt, publishedOn, picture, ai } = post;
  const mark = aiMark(ai);
  const Art = wide ? WideArt : CardArt;
  return (
    <Frame $interactive $wide={wide}>
      <Art title={title} picture={picture} />
      <CardBody>
        <Head>
          <DateBadge iso={publishedAt} day={publishedOn} />
          <div>
            <Title as={`h${level}`}>{title}</Title>
            <Meta>
              {author && <span>{author}</span>}
              {mark && <span>{mark}</span>}
              {category && <span>{category.name}</span>}
              <span lang="en">{comments(commentCount)}</span>
            </Meta>
          </div>
        </Head>
        {excerpt && <Excerpt>{excerpt}</Excerpt>}
        <CardFooter>
          <Read to={paths.post({ slug })} aria-label={`LESEN: ${title}`}>
            LESEN <ArrowRightIcon size={18} />
          </Read>
        </CardFooter>
      </CardBody>
    </Frame>
  );
}
