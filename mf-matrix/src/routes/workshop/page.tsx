import { paths } from '@ki/shared/contract/paths.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { Banner, Breadcrumbs } from '@ki/shared/ui/page/banner.tsx';
import { PageTitle } from '@ki/shared/ui/page/section-title.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { Link, useLoaderData } from 'react-router-dom';
import { WorkshopFacts } from '../../components/workshop-facts.tsx';
import type { WorkshopDetails } from '../../model/workshop.ts';
import type { WorkshopPageData } from './route.ts';

const TO_MATRIX = <Link to={paths.matrix}>Zur Übersicht</Link>;

export function Component() {
  const { id, workshop } = useLoaderData<WorkshopPageData>();
  return (
    <Settled key={id} value={workshop} loading={<Waiting />}>
      {(result) => (result.ok ? <WorkshopPage workshop={result.data} /> : <Missing code={result.code} />)}
    </Settled>
  );
}

const WorkshopPage = ({ workshop }: { readonly workshop: WorkshopDetails }) => (
  <article>
    <Banner title={workshop.title}>
      <Breadcrumbs list="Course Matrix" to={paths.matrix} />
      <h1>{workshop.title}</h1>
    </Banner>
    <Section $air={7}>
      <Container $width="measure">
        <Stack $gap={6}>
          <WorkshopFacts workshop={workshop} level={2} />
          <p data-print="hide">{TO_MATRIX}</p>
        </Stack>
      </Container>
    </Section>
  </article>
);

const Missing = ({ code }: { readonly code: string }) => (
  <Section $air={7}>
    <Container>
      <Stack $gap={5}>
        <PageTitle as="h1" lang="en">
          Course not found
        </PageTitle>
        {code !== 'not_found' && <ReadFailed />}
        <p>{TO_MATRIX}</p>
      </Stack>
    </Container>
  </Section>
);

const Waiting = () => (
  <Section $air={6}>
    <Container>
      <Loading lang="en">Loading course details...</Loading>
    </Container>
  </Section>
);
