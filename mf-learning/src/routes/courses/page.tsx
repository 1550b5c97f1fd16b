import { paths } from '@ki/shared/contract/paths.ts';
import { Container, Grid, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { useLoaderData } from 'react-router-dom';
import { CourseCard } from '../../components/course/course-card.tsx';
import { CategoryFilter } from '../../components/lists/category-filter.tsx';
import { FilterForm } from '../../components/lists/filter-form.tsx';
import { LevelFilter } from '../../components/lists/level-filter.tsx';
import { ListHead } from '../../components/lists/list-head.tsx';
import { ListResults } from '../../components/lists/list-results.tsx';
import type { CoursesData } from './loader.ts';

const FILTER_FORM = 'course-filters';

const WORDS = {
  one: 'course',
  many: 'courses',
  empty: 'No courses found matching your criteria.',
  more: 'Weitere Kurse',
} as const;

export function Component() {
  const { filters, list, categories } = useLoaderData<CoursesData>();
  return (
    <>
      <ListHead title="Online-Kurse">
        Lektion für Lektion im eigenen Tempo: lesen, zuschauen, gleich am eigenen Kurs ausprobieren.
      </ListHead>
      <Section $air={6} aria-label="Kurse">
        <Container>
          <Stack $gap={5}>
            <FilterForm id={FILTER_FORM} action={paths.courses} filters={filters}>
              <CategoryFilter categories={categories} chosen={filters.category} />
              <LevelFilter chosen={filters.level} />
            </FilterForm>
            <ListResults list={list} filters={filters} action={paths.courses} form={FILTER_FORM} words={WORDS}>
              {(courses) => (
                <Grid>
                  {courses.map((course) => (
                    <CourseCard key={course.id} course={course} />
                  ))}
                </Grid>
              )}
            </ListResults>
          </Stack>
        </Container>
      </Section>
    </>
  );
}
