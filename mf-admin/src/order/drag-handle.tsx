import { color, radius } from '@ki/shared/ui/theme.ts';
import { useContext } from 'react';
import styled from 'styled-components';
import { InstructionsContext } from './drag-area.tsx';
import { handleId } from './use-drag.ts';

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
  /* A touch drags instead of scrolling. */
  touch-action: none;

  &:hover {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }
`;

export interface HandleProps {
  readonly id: string;
  readonly title: string;
  readonly isDragged: boolean;
}

const DOTS = (
  <svg aria-hidden="true" width="16" height="20" viewBox="0 0 16 20" fill="currentColor">
    {[4, 10, 16].map((y) => (
      <g key={y}>
        <circle cx="5" cy={y} r="1.6" />
        <circle cx="11" cy={y} r="1.6" />
      </g>
    ))}
  </svg>
);

export function Handle({ id, title, isDragged }: HandleProps) {
  const instructions = useContext(InstructionsContext);
  return (
    <Grip
      id={handleId(id)}
      data-handle={id}
      aria-describedby={instructions}
      aria-pressed={isDragged}
      aria-roledescription="sortable"
      aria-label={`Reorder ${title}`}
    >
      {DOTS}
    </Grip>
  );
}
