import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody, CardFooter, coversCard } from '@ki/shared/ui/card.tsx';
import { CardArt } from '@ki/shared/ui/media/picture.tsx';
import { color, leading, size } from '@ki/shared/ui/theme.ts';
import { Outlet, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { WorkshopFacts } from '../../components/fact.tsx';
import { CategoryFilter, FilteredList, ListHead } from '../../components/filtered-list.tsx';
import { useDetailsAddress } from '../../components/use-details-address.ts';
import type { WorkshopSummary } from '../../model/workshop.ts';
import type { WorkshopsData } from './route.ts';

const FILTER_FORM = 'workshop-filters';

export function Component() {
  const { filters, intro, list, categories } = useLoaderData<WorkshopsData>();
  return (
    <>
      <ListHead title="Workshops" intro={intro} />
      <Outlet />
      <FilteredList
        label="Workshops"
        action={paths.workshops}
        form={FILTER_FORM}
        filters={filters}
        list={list}
        noun="workshop"
        more="Weitere Workshops"
        entry={(workshop) => <WorkshopCard key={workshop.id} workshop={workshop} filterForm={FILTER_FORM} />}
      >
        <CategoryFilter categories={categories} chosen={filters.category} />
      </FilteredList>
    </>
  );
}

const Subtitle = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 600;
`;

const Title = styled.h2`
  font-size: ${size.h3};
  line-height: ${leading.snug};
`;

const Details = styled(Button)`
  ${coversCard}
`;

interface WorkshopCardProps {
  readonly workshop: WorkshopSummary;
  /** Without scripts the button submits this form: the same list, with the dialog. */
  readonly filterForm: string;
}

function WorkshopCard({ workshop, filterForm }: WorkshopCardProps) {
  const { id, title, subtitle, description, category, picture } = workshop;
  const { open } = useDetailsAddress();
  const titleId = `workshop-${id}`;
  return (
    <Card $interactive aria-labelledby={titleId}>
      <CardArt title={title} picture={picture} />
      <CardBody>
        {category && <Badge $tone="brand">{category}</Badge>}
        <Title id={titleId}>{title}</Title>
        {subtitle && <Subtitle>{subtitle}</Subtitle>}
        {description && <p>{description}</p>}
        <CardFooter>
          <WorkshopFacts workshop={workshop} />
          <Details
            type="submit"
            form={filterForm}
            name={queryKeys.workshop}
            value={id}
            variant="secondary"
            size="small"
            lang="en"
            aria-describedby={titleId}
            onClick={(event) => {
              event.preventDefault();
              open(id);
            }}
          >
            Details
          </Details>
        </CardFooter>
      </CardBody>
    </Card>
  );
}
