import { paths } from '@ki/shared/contract/paths.ts';
import { comments } from '@ki/shared/format/plural.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Meta } from '@ki/shared/ui/card.tsx';
import { HeartIcon } from '@ki/shared/ui/icons.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PostSummary } from '../model/post.ts';

export function PostFacts({ post, children }: { readonly post: PostSummary; readonly children?: ReactNode }) {
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

/** Likes are not counted yet: the button does nothing. */
export const Likes = () => (
  <Button variant="quiet" lang="en" icon={<HeartIcon size={18} />}>
    0 Likes
  </Button>
);
