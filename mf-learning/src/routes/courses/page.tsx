import { paths } from '@ki/shared/contract/paths.ts';
import { useLoaderData } from 'react-router-dom';
import { CourseCard } from '../../components/course/course-card.tsx';
import { CategoryFilter } from '../../components/lists/category-filter.tsx';
import { FilteredList } from '../../components/lists/filtered-list.tsx';
import { LevelFilter } from '../../components/lists/level-filter.tsx';
import { ListHead } from '../../components/lists/list-head.tsx';
import type { CoursesData } from './loader.ts';

export function Component() {
  const { filters, list, categories } = useLoaderData<CoursesData>();
  return (
    <>
      <ListHead title="Online-Kurse">
        Lektion für Lektion im eigenen Tempo: lesen, zuschauen, gleich am eigenen Kurs ausprobieren.
      </ListHead>
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
