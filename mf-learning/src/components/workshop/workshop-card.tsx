import { Badge } from '@ki/shared/ui/badge.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody, CardFooter, coversCard } from '@ki/shared/ui/card.tsx';
import { CardCover } from '@ki/shared/ui/cover.tsx';
import { color, leading, size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { WORKSHOP, type WorkshopSummary } from '../../model/workshop.ts';
import { useDetailsAddress } from './use-details-address.ts';
import { WorkshopFacts } from './workshop-facts.tsx';

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
  /** The form that this button sends where there are no scripts: it asks for the same list with the dialog's content. */
  readonly filterForm: string;
}

export function WorkshopCard({ workshop, filterForm }: WorkshopCardProps) {
  const { id, title, subtitle, description, category } = workshop;
  const { open } = useDetailsAddress();
  const titleId = `workshop-${id}`;
  return (
    <Card $interactive aria-labelledby={titleId}>
      <CardCover title={title} />
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
            name={WORKSHOP}
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
