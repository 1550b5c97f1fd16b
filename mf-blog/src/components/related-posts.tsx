import { Container, Grid, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { SectionTitle } from '@ki/shared/ui/section-title.tsx';
import type { PostSummary } from '../model/post.ts';
import { PostCard } from './post-card.tsx';

export function RelatedPosts({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0) return null;
  return (
    <Section data-print="hide" aria-labelledby="weitere">
      <Container>
        <Stack $gap={5}>
          <SectionTitle id="weitere">Weitere Beiträge</SectionTitle>
          <Grid $columns={4}>
            {posts.map((post) => (
              <PostCard key={post.id} post={post} />
            ))}
          </Grid>
        </Stack>
      </Container>
    </Section>
  );
}
