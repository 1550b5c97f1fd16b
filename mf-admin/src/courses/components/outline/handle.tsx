import { color, radius } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { handleId } from './use-carry.ts';
import type { Place } from './use-place.ts';

const Grip = styled.button.attrs({ type: 'button' })`
  display: grid;
  place-items: center;
  inline-size: 2.25rem;
  block-size: 2.25rem;
  border: 0;
  border-radius: ${radius.small};
  background: none;
  color: ${color.muted};
  cursor: grab;
  /* Otherwise a finger would scroll the page. */
  touch-action: none;

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }
`;

export interface HandleProps {
  readonly id: string;
  readonly title: string;
  readonly place: Place;
  readonly lifted: boolean;
}

/** Where one takes hold of a module or lesson to move it: with a pointer, a finger or the keyboard. */
export function Handle({ id, title, place: { attributes, listeners, setActivatorNodeRef }, lifted }: HandleProps) {
  return (
    <Grip
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      id={handleId(id)}
      data-handle={id}
      aria-pressed={lifted}
      aria-label={`Reorder ${title}`}
    >
      <svg aria-hidden="true" width="16" height="20" viewBox="0 0 16 20" fill="currentColor">
        {[4, 10, 16].map((y) => (
          <g key={y}>
            <circle cx="5" cy={y} r="1.6" />
            <circle cx="11" cy={y} r="1.6" />
          </g>
        ))}
      </svg>
    </Grip>
  );
}
