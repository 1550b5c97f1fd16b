import { paths } from '@ki/shared/contract/paths.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { CheckIcon } from '@ki/shared/ui/icons.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { LessonEntry } from '../model/course.ts';
import { LessonTypeIcon } from './typography.tsx';

const Row = styled(Link)`
  display: grid;
  grid-template-columns: 1.25rem minmax(0, 1fr) auto 1.125rem;
  gap: ${space[2]};
  align-items: start;
  min-block-size: 2.75rem;
  padding: ${space[2]} ${space[3]};
  border-radius: ${radius.small};
  color: ${color.text};
  font-size: ${size.small};
  line-height: 1.35;
  text-decoration: none;

  > svg,
  > span:first-child {
    color: ${color.muted};
  }

  /* Centred in the first line, however many lines the title takes. */
  > span {
    padding-block-start: calc((1.75rem - 1lh) / 2);
  }

  &:hover,
  &[aria-current='page'] {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }

  &[aria-current='page'] {
    box-shadow: inset 0.25rem 0 0 ${color.brand};
    font-weight: 600;
  }
`;

const Time = styled.span`
  color: ${color.muted};
  font-size: ${size.tiny};
  font-variant-numeric: tabular-nums;
`;

const Tick = styled.span`
  color: ${color.success};
`;

interface LessonLinkProps {
  readonly courseSlug: string;
  readonly lesson: LessonEntry;
  readonly done: boolean;
  readonly current?: boolean;
}

export function LessonLink({ courseSlug, lesson, done, current = false }: LessonLinkProps) {
  const { id, title, duration, type } = lesson;
  const time = formatDuration(duration);
  return (
    <Row to={paths.lesson({ courseSlug, lessonId: id })} aria-current={current ? 'page' : undefined}>
      <LessonTypeIcon type={type} />
      <span>{title}</span>
      <Time>{time}</Time>
      <Tick>
        {done && (
          <>
            <CheckIcon size={18} />
            <VisuallyHidden>erledigt</VisuallyHidden>
          </>
        )}
      </Tick>
    </Row>
  );
}
