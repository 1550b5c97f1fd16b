import { Notice } from '@ki/shared/ui/notice.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';

const Place = createContext<HTMLElement | null>(null);

const Below = styled.div`
  /* A line of its own in the row of an order, which does not widen the column of a table. */
  grid-column: 1 / -1;
  flex: 1 0 100%;
  inline-size: 0;
  min-inline-size: 100%;
  margin-block-start: ${space[1]};

  &:empty {
    display: none;
  }
`;

/** The buttons of a row with a place for their failures below them, which a menu of buttons would hide. */
export function FailuresBelow({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      {children}
      <Below ref={setPlace} />
    </Place>
  );
}

/** Why a button of a row failed: below the buttons of the row, else beside the button. */
export function RowFailure({ children }: { readonly children: ReactNode }) {
  const place = useContext(Place);
  const notice = <Notice tone="error">{children}</Notice>;
  return place ? createPortal(notice, place) : notice;
}
