import { paths } from '@ki/shared/contract/paths.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { SettledHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { Cluster, Container, Grid, Section } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { PageLink } from '@ki/shared/ui/page/page-link.tsx';
import { useLoaderData } from 'react-router-dom';
import { NothingHere, PageHead, PageLoading } from '../../components/page-parts.tsx';
import { PostCard } from '../../components/post-card.tsx';
import type { CategoryPage } from '../../data/posts.ts';
import { CATEGORY_FEED, pageAddress, pageSuffix } from '../../model/addresses.ts';
import type { CategoryData } from './route.ts';

const NONE = 'No posts found in this category.';

export function Component() {
  const { slug, page, category } = useLoaderData<CategoryData>();
  return (
    <SettledHtml key={`${slug} ${page}`} name="category" value={category} loading={<PageLoading title="Kategorie" />}>
      {(result) =>
        result.ok ? (
          <Category slug={slug} page={page} category={result.data} />
        ) : (
          <NothingHere
            title={result.code === 'not_found' ? 'Kategorie nicht gefunden' : 'Kategorie'}
            text={NONE}
            lang="en"
            failure={result}
          />
        )
      }
    </SettledHtml>
  );
}

interface CategoryProps {
  readonly slug: string;
  readonly page: number;
  readonly category: CategoryPage;
}

const Category = ({ slug, page, category: { name, count, posts, hasMore } }: CategoryProps) => (
  <>
    <PageHead title={`${name}${pageSuffix(page)}`}>
      <Cluster $gap={5}>
        <p>{plural(count, 'Beitrag', 'Beiträge')}</p>
        {/* A plain link, as the router has no such page. */}
        <a href={CATEGORY_FEED({ slug })}>RSS-Feed</a>
      </Cluster>
    </PageHead>
    <Section $air={7}>
      <Container>
        {posts.length === 0 && (
          <EmptyState text={NONE} lang="en" next={{ to: `${paths.admin}/posts/new`, label: 'Write a post for it' }} />
        )}
        <Grid>
          {posts.map((post) => (
            <PostCard key={post.id} post={post} level={2} />
          ))}
        </Grid>
        {hasMore && <PageLink to={pageAddress(paths.category({ slug }), page + 1)} label="Weitere Beiträge" />}
      </Container>
    </Section>
  </>
);
