import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, from, size } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { siteDateTime } from './model/zones.ts';

const Heading = styled.h2`
  font-size: ${size.h3};
`;

export const OnPhone = styled.span`
  ${from.medium} {
    display: none;
  }
`;

/** A cell with its column's heading on phones, where the table has no head. */
export const onPhone = (heading: string, value: ReactNode) => (
  <>
    <OnPhone>{heading}</OnPhone>
    {value}
  </>
);

export const Note = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} lang="de">
    {siteDateTime(at)}
  </time>
);

export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <Stack as="section" id={id} aria-labelledby={headingId}>
      <Heading id={headingId}>{title}</Heading>
      {children}
    </Stack>
  );
}
