import { paths } from '@ki/shared/contract/paths.ts';
import { Card, CardBody, CardFooter, coversCard } from '@ki/shared/ui/card.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { CardArt } from '@ki/shared/ui/media/picture.tsx';
import { color, leading, size } from '@ki/shared/ui/theme.ts';
import { Link, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { CourseBadges, CourseFacts } from '../../components/course-facts.tsx';
import { CategoryFilter, FilteredList, ListHead } from '../../components/filtered-list.tsx';
import type { CourseSummary } from '../../model/course.ts';
import { FILTER_NAMES, LEVELS, type Level } from '../../model/list.ts';
import type { CoursesData } from './route.ts';

export function Component() {
  const { filters, intro, list, categories } = useLoaderData<CoursesData>();
  return (
    <>
      <ListHead title="Online-Kurse" intro={intro} />
      <FilteredList
        label="Kurse"
        action={paths.courses}
        form="course-filters"
        filters={filters}
        list={list}
        noun="course"
        more="Weitere Kurse"
        entry={(course) => <CourseCard key={course.id} course={course} />}
      >
        <CategoryFilter categories={categories} chosen={filters.category} />
        <LevelFilter chosen={filters.level} />
      </FilteredList>
    </>
  );
}

const LevelFilter = ({ chosen }: { chosen: Level | '' }) => (
  <SelectField label="Level" name={FILTER_NAMES.level} defaultValue={chosen}>
    <option value="">All Levels</option>
    {LEVELS.map((level) => (
      <option key={level} value={level}>
        {level}
      </option>
    ))}
  </SelectField>
);

const Title = styled.h2`
  font-size: ${size.h3};
  line-height: ${leading.snug};
`;

const TitleLink = styled(Link)`
  ${coversCard}
  color: ${color.text};
  text-decoration: none;
`;

function CourseCard({ course }: { course: CourseSummary }) {
  const { title, slug, description, picture } = course;
  return (
    <Card $interactive>
      <CardArt title={title} picture={picture} />
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
