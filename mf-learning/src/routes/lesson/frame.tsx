import { paths } from '@ki/shared/contract/paths.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '@ki/shared/ui/icons.tsx';
import { Container } from '@ki/shared/ui/layout.tsx';
import { Found, PageLoading } from '@ki/shared/ui/page/found.tsx';
import { color, font, from, motion, radius, size, space, width } from '@ki/shared/ui/theme.ts';
import { useLayoutEffect } from 'react';
import { Link, Outlet, useLoaderData, useNavigate, useParams } from 'react-router-dom';
import styled from 'styled-components';
import { LessonSidebar } from '../../components/lesson-sidebar.tsx';
import { BackLink, Eyebrow } from '../../components/typography.tsx';
import { type CourseOutline, type LessonEntry, type LessonPosition, positionOf } from '../../model/course.ts';
import type { OutlineData } from './route.ts';

const LessonFrame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[5]} ${space[7]};
  inline-size: 100%;
  max-inline-size: calc(${width.page} + 2 * ${space.gutter});
  margin-inline: auto;
  padding: ${space[4]} ${space.gutter} ${space[8]};

  ${from.wide} {
    grid-template-columns: 21rem minmax(0, 1fr);
    padding-block-start: ${space[6]};
  }
`;

const TO_COURSES = <Link to={paths.courses}>Zu allen Online-Kursen</Link>;

export function Component() {
  const { courseSlug, outline } = useLoaderData<OutlineData>();
  return (
    <Found key={courseSlug} value={outline} missing="Lesson Not Found" list={TO_COURSES} loading={<PageLoading />}>
      {(course) => <CourseAround course={course} />}
    </Found>
  );
}

function CourseAround({ course }: { course: CourseOutline }) {
  const { lessonId } = useParams();
  const position = positionOf(course, lessonId);
  return (
    <>
      <LessonHead course={course} position={position} />
      <LessonFrame>
        <LessonSidebar course={course} current={lessonId} />
        <div>
          <Outlet />
          {position && <LessonFooter course={course} position={position} />}
        </div>
      </LessonFrame>
    </>
  );
}

const Strip = styled.header`
  padding-block: ${space[4]};
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
`;

const Row = styled(Container)`
  display: flex;
  flex-direction: column;
  align-items: start;
  gap: ${space[1]} ${space[5]};

  ${from.medium} {
    flex-flow: row wrap;
    align-items: baseline;
  }
`;

const Course = styled.p`
  font: 600 ${size.h4} / 1.3 ${font.heading};
`;

const ModuleName = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

const LessonHead = ({ course, position }: { course: CourseOutline; position: LessonPosition | null }) => (
  <Strip>
    <Row>
      <BackLink to={paths.course({ slug: course.slug })}>
        <ArrowLeftIcon size={18} />
        Zum Kurs
      </BackLink>
      <Course>{course.title}</Course>
      {position && (
        <ModuleName>
          <span lang="en">{`Module ${position.moduleNumber}`}</span>: {position.module.title}
        </ModuleName>
      )}
    </Row>
  </Strip>
);

const Neighbours = styled.nav`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr));
  gap: ${space[3]};
  max-inline-size: 46rem;
  margin-block-start: ${space[7]};
`;

const Neighbour = styled(Link)<{ $end: boolean }>`
  display: flex;
  align-items: center;
  justify-content: ${(props) => (props.$end ? 'end' : 'start')};
  gap: ${space[3]};
  min-block-size: 4rem;
  padding: ${space[3]} ${space[4]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.medium};
  background: ${color.surface};
  text-align: ${(props) => (props.$end ? 'end' : 'start')};
  text-decoration: none;
  font-weight: 600;
  line-height: 1.35;
  transition: background-color ${motion.quick};

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  &:focus-visible {
    border-radius: ${radius.medium};
  }

  > svg {
    flex: none;
  }
`;

const Hint = styled.p`
  display: none;
  grid-column: 1 / -1;
  color: ${color.muted};
  font-size: ${size.tiny};
  text-align: center;

  @media (scripting: enabled) and (hover: hover) {
    display: block;
  }
`;

function NeighbourLink({ to, direction, lesson }: { to: string; direction: 'Previous' | 'Next'; lesson: LessonEntry }) {
  const isNext = direction === 'Next';
  return (
    <Neighbour to={to} rel={isNext ? 'next' : 'prev'} $end={isNext}>
      {!isNext && <ArrowLeftIcon />}
      <span>
        <Eyebrow as="span" lang="en">
          {direction}
        </Eyebrow>{' '}
        <br />
        {lesson.title}
      </span>
      {isNext && <ArrowRightIcon />}
    </Neighbour>
  );
}

function LessonFooter({ course, position }: { course: CourseOutline; position: LessonPosition }) {
  const { previous, next } = position;
  const toPrevious = previous && paths.lesson({ courseSlug: course.slug, lessonId: previous.id });
  const toNext = next && paths.lesson({ courseSlug: course.slug, lessonId: next.id });
  useArrowKeys(toPrevious, toNext);
  return (
    <Neighbours aria-label="Lektionen" data-print="hide">
      {previous && toPrevious && <NeighbourLink to={toPrevious} direction="Previous" lesson={previous} />}
      {next && toNext && <NeighbourLink to={toNext} direction="Next" lesson={next} />}
      <Hint>Die Pfeiltasten ← und → führen zur vorherigen und zur nächsten Lektion.</Hint>
    </Neighbours>
  );
}

/** Elements that use arrow keys themselves: fields, players, boxes that scroll sideways, dialogs. */
const OWN_ARROWS = 'input, select, textarea, [contenteditable], video, audio, iframe, [tabindex="0"], dialog';

function isMeantForPage(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event;
  if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return false;
  return !(target instanceof Element && target.closest(OWN_ARROWS)) && !document.querySelector('dialog[open]');
}

function useArrowKeys(previous: string | undefined, next: string | undefined): void {
  const navigate = useNavigate();

  // The keyboard. A layout effect runs with the commit, so that a key never meets the lesson before.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const to = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined;
      if (!to || event.repeat || !isMeantForPage(event)) return;
      event.preventDefault();
      navigate(to);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, previous, next]);
}
