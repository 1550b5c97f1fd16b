import type { Result } from '@ki/shared/contract/result.ts';
import { AdBanner } from '@ki/shared/ui/ad-banner.tsx';
import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { PageLink } from '@ki/shared/ui/page-link.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { SettledHtml } from '@ki/shared/ui/settled-html.tsx';
import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router-dom';
import { DayGroups } from '../../components/day-groups.tsx';
import { HomeHero } from '../../components/home-hero.tsx';
import { NothingHere } from '../../components/nothing-here.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import type { PostPage } from '../../data/list-posts.ts';
import { titleOfPage } from '../../model/home-title.ts';
import { pageAddress } from '../../model/page-address.ts';
import type { HomeData } from './loader.ts';

export function Component() {
  const { page, home, ad } = useLoaderData<HomeData>();
  const banner = (
    <Settled value={ad} loading={null}>
      {(result) => result.ok && result.data && <AdBanner ad={result.data} />}
    </Settled>
  );
  return (
    <SettledHtml key={page} value={home} loading={<PageLoading title={titleOfPage(page)} underHeader />}>
      {(result) => <Home page={page} result={result} banner={page === 1 && banner} />}
    </SettledHtml>
  );
}

interface HomeProps {
  readonly page: number;
  readonly result: Result<PostPage>;
  readonly banner: ReactNode;
}

function Home({ page, result, banner }: HomeProps) {
  const [newest, ...others] = result.ok ? result.data.posts : [];
  if (!result.ok || !newest) {
    return (
      <>
        <PageHead title={titleOfPage(page)} underHeader />
        <NothingHere
          text="No posts available yet"
          lang="en"
          failure={result.ok ? undefined : result}
          wayHome={page > 1}
        />
      </>
    );
  }
  const isFirst = page === 1;
  return (
    <>
      {isFirst ? <HomeHero post={newest} /> : <PageHead title={titleOfPage(page)} underHeader />}
      <Section>
        <Container>
          <DayGroups posts={isFirst ? others : result.data.posts} afterSecond={banner} />
          {result.data.hasMore && (
            <PageLink to={pageAddress('/', page + 1)} label="Weitere Beiträge">
              Weitere Beiträge
            </PageLink>
          )}
        </Container>
      </Section>
    </>
  );
}
