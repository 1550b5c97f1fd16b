import { paths } from '@ki/shared/contract/paths.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Meta } from '@ki/shared/ui/card.tsx';
import { ChevronDownIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import { color, motion, radius, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { type Course, durationOf, type Module } from '../model/course.ts';
import { LessonLink } from './lesson-link.tsx';
import { Eyebrow } from './typography.tsx';
import { useProgress } from './use-progress.ts';

/** A native disclosure works without scripts, and find-in-page opens it. */
const Disclosure = styled.details`
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  overflow: clip;

  > summary > svg {
    flex: none;
    color: ${color.link};
    transition: rotate ${motion.quick};
  }

  &[open] > summary > svg {
    rotate: 180deg;
  }
`;

const Summary = styled.summary`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]};
  padding: ${space[4]} ${space[5]};
  cursor: pointer;
  list-style: none;

  &::-webkit-details-marker {
    display: none;
  }

  &:hover {
    background: ${color.brandSoft};
  }

  &:focus-visible {
    outline-offset: -0.25rem;
    border-radius: ${radius.medium};
  }
`;

const ModuleText = styled.p`
  padding: ${space[1]} ${space[5]} ${space[4]};
  color: ${color.muted};
`;

const Lessons = styled.ol`
  border-block-start: 1px solid ${color.line};
  padding: ${space[2]};
`;

export const CourseModules = ({ course }: { course: Course }) => (
  <section aria-labelledby="course-content">
    <Stack>
      <SectionTitle id="course-content" lang="en">
        Course Content
      </SectionTitle>
      {course.modules.length === 0 && (
        <EmptyState
          text="Dieser Kurs hat noch keine Lektionen."
          next={{ to: `${paths.admin}/courses/builder/${course.id}`, label: 'Add modules and lessons' }}
        />
      )}
      {course.modules.map((module, index) => (
        <ModuleDisclosure key={module.id} course={course} module={module} number={index + 1} />
      ))}
    </Stack>
  </section>
);

function ModuleDisclosure({ course, module, number }: { course: Course; module: Module; number: number }) {
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
