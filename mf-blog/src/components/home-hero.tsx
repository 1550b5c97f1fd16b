import { paths } from '@ki/shared/contract/paths.ts';
import { Banner } from '@ki/shared/ui/banner.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { PostSummary } from '../model/post.ts';
import { Likes } from './likes.tsx';
import { PostFacts } from './post-facts.tsx';

const Excerpt = styled.p`
  font-size: ${size.lead};
  line-height: 1.5;
`;

/** The newest post, as wide as the page. */
export function HomeHero({ post }: { post: PostSummary }) {
  const { title, slug, excerpt } = post;
  return (
    <Banner title={title} tall underHeader>
      <h1>{title}</h1>
      {excerpt && <Excerpt>{excerpt}</Excerpt>}
      <PostFacts post={post} />
      <Cluster>
        <ButtonLink to={paths.post({ slug })} lang="en" aria-label={`Read more: ${title}`}>
          Read more
        </ButtonLink>
        <Likes />
      </Cluster>
    </Banner>
  );
}
