import { paths } from '@ki/shared/contract/paths.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '@ki/shared/ui/icons.tsx';
import { color, motion, radius, size, space } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { CourseOutline, LessonEntry } from '../../model/course.ts';
import type { Place } from '../../model/outline.ts';
import { Eyebrow } from '../course/module-parts.ts';
import { useArrowKeys } from './use-arrow-keys.ts';

const Row = styled.nav`
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

interface NeighbourLinkProps {
  readonly to: string;
  readonly direction: 'Previous' | 'Next';
  readonly lesson: LessonEntry;
}

function NeighbourLink({ to, direction, lesson }: NeighbourLinkProps) {
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

/** The ways to the neighbouring lessons, by link and by the arrow keys. */
export function LessonFooter({ course, place }: { course: CourseOutline; place: Place }) {
  const { previous, next } = place;
  const toPrevious = previous && paths.lesson({ courseSlug: course.slug, lessonId: previous.id });
  const toNext = next && paths.lesson({ courseSlug: course.slug, lessonId: next.id });
  useArrowKeys(toPrevious, toNext);
  return (
    <Row aria-label="Lektionen" data-print="hide">
      {previous && toPrevious && <NeighbourLink to={toPrevious} direction="Previous" lesson={previous} />}
      {next && toNext && <NeighbourLink to={toNext} direction="Next" lesson={next} />}
      <Hint>Die Pfeiltasten ← und → führen zur vorherigen und zur nächsten Lektion.</Hint>
    </Row>
  );
}
