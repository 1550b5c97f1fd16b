import { paths } from '@ki/shared/contract/paths.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Meta } from '@ki/shared/ui/card.tsx';
import { ArrowLeftIcon, ChevronDownIcon } from '@ki/shared/ui/icons.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { CardArt } from '@ki/shared/ui/media/picture.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Found, PageLoading } from '@ki/shared/ui/page/found.tsx';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import { color, from, motion, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Link, useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { CourseBadges, CourseFacts } from '../../components/course-facts.tsx';
import { CourseSide } from '../../components/course-side.tsx';
import { LessonLink } from '../../components/lesson-link.tsx';
import { BackLink, Eyebrow } from '../../components/typography.tsx';
import { useProgress } from '../../components/use-progress.ts';
import { type Course, durationOf, type Module } from '../../model/course.ts';
import type { CourseData } from './route.ts';

const TO_COURSES = <Link to={paths.courses}>Zu allen Online-Kursen</Link>;

export function Component() {
  const { slug, course } = useLoaderData<CourseData>();
  return (
    <Found key={slug} value={course} missing="Course Not Found" list={TO_COURSES} loading={<PageLoading />}>
      {(found) => <CoursePage course={found} />}
    </Found>
  );
}

const Parts = styled.div`
  display: grid;
  gap: ${space[6]};
  grid-template-columns: minmax(0, 1fr);

  ${from.wide} {
    grid-template-columns: minmax(0, 1fr) 20rem;

    > :first-child {
      grid-area: 1 / 2;
    }
  }
`;

const CoursePage = ({ course }: { course: Course }) => (
  <>
    <CourseHead course={course} />
    <Section $air={7}>
      <Container>
        <Parts>
          <CourseSide course={course} />
          <CourseModules course={course} />
        </Parts>
      </Container>
    </Section>
  </>
);

const Strip = styled.header`
  ${onBanner}
  padding-block: ${space[6]} ${space[7]};
`;

const Columns = styled(Container)`
  display: grid;
  gap: ${space[6]} ${space[7]};

  ${from.wide} {
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    align-items: start;
  }
`;

const Description = styled.p`
  font-size: ${size.lead};
  line-height: 1.5;
  white-space: pre-line;
`;

const SIZES = '(min-width: 75rem) 33rem, (min-width: 64rem) 43vw, (min-resolution: 1.5dppx) 55vw, 92vw';

const Picture = styled(CardArt)`
  border-radius: ${radius.medium};
`;

function CourseHead({ course }: { course: Course }) {
  const { title, description, picture } = course;
  return (
    <Strip>
      <Columns>
        <Stack $gap={5}>
          <BackLink to={paths.courses}>
            <ArrowLeftIcon size={18} />
            Alle Online-Kurse
          </BackLink>
          <CourseBadges course={course} />
          <h1>{title}</h1>
          {description && <Description>{description}</Description>}
          <CourseFacts course={course} />
        </Stack>
        <Picture title={title} picture={picture} sizes={SIZES} lazy={false} />
      </Columns>
    </Strip>
  );
}

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

const CourseModules = ({ course }: { course: Course }) => (
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
