import { paths } from '@ki/shared/contract/paths.ts';
import { comments } from '@ki/shared/format/plural.ts';
import { Meta } from '@ki/shared/ui/card.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PostSummary } from '../model/post.ts';

interface PostFactsProps {
  readonly post: PostSummary;
  /** Further facts, after the author. */
  readonly children?: ReactNode;
}

/** Author, category and number of comments of a post. */
export function PostFacts({ post, children }: PostFactsProps) {
  const { author, category, commentCount } = post;
  return (
    <Meta>
      {author && <span>{author}</span>}
      {children}
      {category && <Link to={paths.category({ slug: category.slug })}>{category.name}</Link>}
      <span lang="en">{comments(commentCount)}</span>
    </Meta>
  );
}
