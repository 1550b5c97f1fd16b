import { Button } from '@ki/shared/ui/button.tsx';
import { CheckIcon } from '@ki/shared/ui/icons.tsx';
import { color } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { markDone } from '../progress/progress-store.ts';
import { useProgress } from '../progress/use-progress.ts';

const Toggle = styled(Button)`
  align-self: start;

  &[aria-pressed='true'] {
    background: ${color.successSoft};
    border-color: ${color.success};
    color: ${color.success};
  }

  /* Kept in the browser by a script. */
  @media (scripting: none) {
    display: none;
  }
`;

interface DoneToggleProps {
  readonly courseId: string;
  readonly lessonId: string;
}

/** The tick of a lesson, by hand. */
export function DoneToggle({ courseId, lessonId }: DoneToggleProps) {
  const isDone = useProgress(courseId).has(lessonId);
  return (
    <Toggle
      variant="secondary"
      size="small"
      icon={<CheckIcon size={18} />}
      aria-pressed={isDone}
      data-print="hide"
      onClick={() => markDone(courseId, lessonId, !isDone)}
    >
      Erledigt
    </Toggle>
  );
}
