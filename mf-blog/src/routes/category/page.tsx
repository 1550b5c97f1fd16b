import { paths } from '@ki/shared/contract/paths.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Cluster, Container, Grid, Section } from '@ki/shared/ui/layout.tsx';
import { PageLink } from '@ki/shared/ui/page-link.tsx';
import { SettledHtml } from '@ki/shared/ui/settled-html.tsx';
import { useLoaderData } from 'react-router-dom';
import { NothingHere } from '../../components/nothing-here.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import { PostCard } from '../../components/post-card.tsx';
import type { CategoryPage } from '../../data/read-category.ts';
import { CATEGORY_FEEDS } from '../../model/feed-links.ts';
import { pageAddress, pageSuffix } from '../../model/page-address.ts';
import type { CategoryData } from './loader.ts';

const NONE = 'No posts found in this category.';

export function Component() {
  const { slug, page, category } = useLoaderData<CategoryData>();
  return (
    <SettledHtml key={`${slug} ${page}`} value={category} loading={<PageLoading title="Kategorie" />}>
      {(result) =>
        result.ok ? (
          <Category slug={slug} page={page} category={result.data} />
        ) : (
          <>
            <PageHead title={result.code === 'not_found' ? 'Kategorie nicht gefunden' : 'Kategorie'} />
            <NothingHere text={NONE} lang="en" failure={result} />
          </>
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

function Category({ slug, page, category: { name, count, posts, hasMore } }: CategoryProps) {
  return (
    <>
      <PageHead title={`${name}${pageSuffix(page)}`}>
        <Cluster $gap={5}>
          <p>{plural(count, 'Beitrag', 'Beiträge')}</p>
          {/* No page of the router: the shell answers it. */}
          <a href={CATEGORY_FEEDS.rss({ slug })}>RSS-Feed</a>
        </Cluster>
      </PageHead>
      <Section $air={7}>
        <Container>
          {posts.length === 0 && <EmptyState text={NONE} lang="en" />}
          <Grid>
            {posts.map((post) => (
              <PostCard key={post.id} post={post} level={2} />
            ))}
          </Grid>
          {hasMore && (
            <PageLink to={pageAddress(paths.category({ slug }), page + 1)} label="Weitere Beiträge">
              Weitere Beiträge
            </PageLink>
          )}
        </Container>
      </Section>
    </>
  );
}
