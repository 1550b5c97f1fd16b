import { paths } from '@ki/shared/contract/paths.ts';
import { Card, CardBody, CardFooter, coversCard } from '@ki/shared/ui/card.tsx';
import { color, leading, size } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { CourseSummary } from '../../model/course.ts';
import { CourseBadges } from './course-badges.tsx';
import { CourseFacts } from './course-facts.tsx';
import { Thumbnail } from './thumbnail.tsx';

const Title = styled.h2`
  font-size: ${size.h3};
  line-height: ${leading.snug};
`;

const TitleLink = styled(Link)`
  ${coversCard}
  color: ${color.text};
  text-decoration: none;
`;

export function CourseCard({ course }: { course: CourseSummary }) {
  const { title, slug, description, thumbnailUrl } = course;
  return (
    <Card $interactive>
      <Thumbnail title={title} url={thumbnailUrl} lazy />
      <CardBody>
        <CourseBadges course={course} />
        <Title>
          <TitleLink to={paths.course({ slug })}>{title}</TitleLink>
        </Title>
        {description && <p>{description}</p>}
        <CardFooter>
          <CourseFacts course={course} />
        </CardFooter>
      </CardBody>
    </Card>
  );
}
