import { formatDuration } from '@ki/shared/format/durations.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Meta } from '@ki/shared/ui/card.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { ChevronDownIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { SectionTitle } from '@ki/shared/ui/section-title.tsx';
import type { Course, Module } from '../../model/course.ts';
import { durationOf } from '../../model/outline.ts';
import { useProgress } from '../progress/use-progress.ts';
import { LessonLink } from './lesson-link.tsx';
import { Disclosure, Eyebrow, Lessons, ModuleText, Summary } from './module-parts.ts';

/** The modules of a course with their lessons; the first one is open. */
export function CourseModules({ course }: { course: Course }) {
  return (
    <section aria-labelledby="course-content">
      <Stack>
        <SectionTitle id="course-content" lang="en">
          Course Content
        </SectionTitle>
        {course.modules.length === 0 && <EmptyState text="Dieser Kurs hat noch keine Lektionen." />}
        {course.modules.map((module, index) => (
          <ModuleDisclosure key={module.id} course={course} module={module} number={index + 1} />
        ))}
      </Stack>
    </section>
  );
}

interface ModuleDisclosureProps {
  readonly course: Course;
  readonly module: Module;
  /** From 1. */
  readonly number: number;
}

function ModuleDisclosure({ course, module, number }: ModuleDisclosureProps) {
  const done = useProgress(course.id);
  const { title, description, lessons } = module;
  return (
    <Disclosure open={number === 1}>
      <Summary>
        <div>
          <Eyebrow lang="en">{`Module ${number}`}</Eyebrow>
          <h3>{title}</h3>
          <Meta lang="en">
            <span>{plural(lessons.length, 'lesson', 'lessons')}</span>
            <span>{formatDuration(durationOf(module))}</span>
          </Meta>
        </div>
        <ChevronDownIcon />
      </Summary>
      {description && <ModuleText>{description}</ModuleText>}
      <Lessons>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <LessonLink courseSlug={course.slug} lesson={lesson} done={done.has(lesson.id)} />
          </li>
        ))}
      </Lessons>
    </Disclosure>
  );
}
