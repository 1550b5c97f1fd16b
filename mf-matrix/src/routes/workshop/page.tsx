import { paths } from '@ki/shared/contract/paths.ts';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { Banner, Breadcrumbs } from '@ki/shared/ui/page/banner.tsx';
import { Found } from '@ki/shared/ui/page/found.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { Link, useLoaderData } from 'react-router-dom';
import { WorkshopFacts } from '../../components/workshop-facts.tsx';
import type { WorkshopDetails } from '../../model/workshop.ts';
import type { WorkshopPageData } from './route.ts';

const LOADING = <Loading lang="en">Loading course details...</Loading>;
const TO_MATRIX = <Link to={paths.matrix}>Zur Übersicht</Link>;

export function Component() {
  const { id, workshop } = useLoaderData<WorkshopPageData>();
  return (
    <Found key={id} value={workshop} missing="Course not found" list={TO_MATRIX} loading={LOADING}>
      {(found) => <WorkshopPage workshop={found} />}
    </Found>
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
