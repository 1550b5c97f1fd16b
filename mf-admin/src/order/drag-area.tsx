import { color, elevation, layer, radius, space } from '@ki/shared/ui/theme.ts';
import { createContext, type ReactNode, useId } from 'react';
import styled from 'styled-components';
import type { Drag } from './use-drag.ts';

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
export const InstructionsContext = createContext<string | undefined>(undefined);

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
