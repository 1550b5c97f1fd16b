import { paths } from '@ki/shared/contract/paths.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { Banner, Breadcrumbs } from '@ki/shared/ui/page/banner.tsx';
import { Found, PageLoading } from '@ki/shared/ui/page/found.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import { Link, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { WorkshopFacts } from '../../components/fact.tsx';
import { WorkshopTexts } from '../../components/workshop-texts.tsx';
import type { WorkshopDetails } from '../../model/workshop.ts';
import type { WorkshopData } from './route.ts';

const TO_LIST = <Link to={paths.workshops}>Zu allen Workshops</Link>;

export function Component() {
  const { id, workshop } = useLoaderData<WorkshopData>();
  return (
    <Found key={id} value={workshop} missing="Workshop Not Found" list={TO_LIST} loading={<PageLoading />}>
      {(found) => <WorkshopPage workshop={found} />}
    </Found>
  );
}

const Lead = styled.p`
  font-size: ${size.lead};
  line-height: 1.5;
`;

const WorkshopPage = ({ workshop }: { readonly workshop: WorkshopDetails }) => (
  <article>
    <Banner title={workshop.title} picture={workshop.picture}>
      <Breadcrumbs list="Workshops" to={paths.workshops} />
      {workshop.category && <Badge $tone="brand">{workshop.category}</Badge>}
      <h1>{workshop.title}</h1>
      {workshop.subtitle && <Lead>{workshop.subtitle}</Lead>}
      <WorkshopFacts workshop={workshop} />
    </Banner>
    <Section $air={7}>
      <Container $width="measure">
        <Stack $gap={6}>
          {workshop.description && <Lead>{workshop.description}</Lead>}
          <WorkshopTexts texts={workshop.texts} heading="h2" />
          <p data-print="hide">{TO_LIST}</p>
        </Stack>
      </Container>
    </Section>
  </article>
);
