import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Container, Section } from '@ki/shared/ui/layout.tsx';
import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import { MessagePage, NotFound } from '@ki/shared/ui/page/found.tsx';
import { ToastRegion, useToasts } from '@ki/shared/ui/toast.tsx';
import { useLoaderData } from 'react-router-dom';
import { ArticleFrame, ArticleParts } from '../../components/article-frame.tsx';
import { NothingHere, PageHead, PageLoading } from '../../components/page-parts.tsx';
import type { SitePage } from '../../model/page.ts';
import type { PageData } from './route.ts';

export function Component() {
  const { slug, page } = useLoaderData<PageData>();
  return (
    <Settled key={slug} value={page} loading={<PageLoading title="Seite" />}>
      {(result) => {
        if (result.ok) {
          return 'isPlaceholder' in result.data ? (
            <ComingSoon title={result.data.title} />
          ) : (
            <Page page={result.data} />
          );
        }
        if (result.code === 'not_found') return <NotFound />;
        return <NothingHere title="Seite" text="Diese Seite kann gerade nicht gelesen werden." failure={result} />;
      }}
    </Settled>
  );
}

const ComingSoon = ({ title }: { readonly title: string }) => (
  <MessagePage title={title}>
    <p lang="en">This page is coming soon.</p>
  </MessagePage>
);

function Page({ page: { title, article } }: { readonly page: SitePage }) {
  const { toasts, show, dismiss } = useToasts();
  return (
    <article>
      <PageHead title={title} />
      <Section $air={6}>
        <Container>
          <ArticleFrame minutes={0} announce={show}>
            <ArticleParts>
              <PreparedText name="text" text={article} />
            </ArticleParts>
          </ArticleFrame>
        </Container>
      </Section>
      <ToastRegion toasts={toasts} dismiss={dismiss} />
    </article>
  );
}
