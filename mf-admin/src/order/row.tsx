import { Button } from '@ki/shared/ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, from, layer, radius, space } from '@ki/shared/ui/theme.ts';
import { createContext, type ReactNode, useContext, useId } from 'react';
import styled, { css } from 'styled-components';
import { RowActions, titleId } from '../kit/table/row.tsx';
import { type Drag, handleId } from './use-drag.ts';

export const landing = css<{ $landing: 'before' | 'after' | null }>`
  position: relative;

  &::before {
    content: '';
    display: ${(props) => (props.$landing ? 'block' : 'none')};
    position: absolute;
    z-index: 1;
    inset-inline: 0;
    inset-block-start: ${(props) => (props.$landing === 'before' ? '-0.1875rem' : 'auto')};
    inset-block-end: ${(props) => (props.$landing === 'after' ? '-0.1875rem' : 'auto')};
    block-size: 0.25rem;
    border-radius: ${radius.round};
    background: ${color.mark};
    outline: 1px solid ${color.surface};
  }
`;

export const isDragged = css<{ $isDragged: boolean }>`
  ${(props) =>
    props.$isDragged &&
    css`
      outline: 2px dashed ${color.edge};
      outline-offset: -2px;
      background: ${color.brandSoft};
    `}
`;

/** A row of a reorderable list; `Handle` and `Body` are its children. */
export const Frame = styled.li<{ $landing: 'before' | 'after' | null; $isDragged: boolean }>`
  ${landing}
  scroll-margin-block: ${space[3]};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[1]} ${space[3]};
  align-items: center;
  padding: ${space[1]} ${space[4]} ${space[1]} ${space[2]};
  border-block-start: 1px solid ${color.line};

  &:hover {
    background: color-mix(in oklab, ${color.brandSoft} 35%, transparent);
  }

  ${isDragged}
`;

/** Text and buttons of a row, next to each other where they fit. On a phone the buttons have a line of their own. */
export const Body = styled.div`
  display: contents;

  ${from.medium} {
    display: flex;
  }

  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[1]} ${space[4]};
  min-inline-size: 0;

  > :first-child {
    flex: 1 1 12rem;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

export const Actions = styled(RowActions)`
  grid-column: 1 / -1;
  gap: 0;
  margin-inline: calc(-1 * ${space[2]}) calc(-1 * ${space[4]});

  ${from.medium} {
    flex-wrap: wrap;
    margin-inline: -0.875rem 0;
  }
`;

/** Follows the pointer, which finds the element below. */
export const DragImage = styled.div.attrs({ 'aria-hidden': true })`
  position: fixed;
  z-index: ${layer.toast};
  inset: 0 auto auto 0;
  max-inline-size: min(26rem, 80vw);
  padding: ${space[2]} ${space[4]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  box-shadow: ${elevation.floating};
  font-weight: 600;
  pointer-events: none;
`;

/** The id of the element that says how keys move a row. */
const InstructionsContext = createContext<string | undefined>(undefined);

interface DragAreaProps {
  readonly drag: Drag;
  readonly image: (id: string) => ReactNode;
  readonly children: ReactNode;
}

/** Rows keep their positions during a drag: a line marks the drop position. */
export function DragArea({ drag, image, children }: DragAreaProps) {
  const id = useId();
  return (
    <InstructionsContext value={id}>
      <p id={id} hidden>
        To move this, press space or enter. Then use the arrow keys up and down, and press space or enter again to drop
        it, or escape to leave it where it was.
      </p>
      {children}
      {drag.held !== null && <DragImage ref={drag.image}>{image(drag.held)}</DragImage>}
    </InstructionsContext>
  );
}

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

interface HandleProps {
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

export interface StepButtonsProps {
  readonly id: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly onStep: (id: string, by: 1 | -1) => void;
}

export const stepButtonId = (id: string, by: 1 | -1) => `${by === 1 ? 'down' : 'up'}-${id}`;

const STEPS = [
  { by: -1, label: 'Move up', Icon: ArrowUpIcon },
  { by: 1, label: 'Move down', Icon: ArrowDownIcon },
] as const;

export function StepButtons({ id, first, last, onStep }: StepButtonsProps) {
  return STEPS.map(({ by, label, Icon }) => (
    <Button
      key={by}
      id={stepButtonId(id, by)}
      variant="quiet"
      size="small"
      aria-label={label}
      aria-describedby={titleId(id)}
      aria-disabled={by === 1 ? last : first}
      icon={<Icon size={16} />}
      onClick={() => onStep(id, by)}
    />
  ));
}
