import type { ReactNode } from 'react';
import styled from 'styled-components';

const Frame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.375em;
  /* As high as it will be, before its text arrives. */
  min-block-size: 1lh;
  white-space: nowrap;
`;

interface FactProps {
  readonly icon: ReactNode;
  readonly lang?: string;
  readonly children: ReactNode;
}

/** A short fact under its icon's sign: a duration, a count. */
export function Fact({ icon, lang, children }: FactProps) {
  return (
    <Frame lang={lang}>
      {icon}
      <span>{children}</span>
    </Frame>
  );
}
