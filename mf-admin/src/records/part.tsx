import { Stack } from '@ki/shared/ui/layout.tsx';
import { from, size } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';

const Heading = styled.h2`
  font-size: ${size.h3};
`;

/** What a column's head says, in each row of a phone, where there are no heads. */
export const OnPhone = styled.span`
  ${from.medium} {
    display: none;
  }
`;

export interface PartProps {
  readonly title: string;
  /** Where addresses lead into the page. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A part of the page under its heading. */
export function Part({ title, id, children }: PartProps) {
  const headingId = useId();
  return (
    <Stack as="section" id={id} aria-labelledby={headingId}>
      <Heading id={headingId}>{title}</Heading>
      {children}
    </Stack>
  );
}
