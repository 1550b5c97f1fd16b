import { from, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Frame = styled.fieldset`
  display: grid;
  gap: ${space[4]};
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;

  > legend {
    padding: 0;
    margin-block-end: ${space[3]};
    font-size: ${size.h4};
    font-weight: 600;
  }
`;

export const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Frame>
    <legend>{title}</legend>
    {children}
  </Frame>
);

/** The preview is beside the fields on wide screens, below them on others. */
export const Split = styled.div`
  display: grid;
  gap: ${space[6]};
  grid-template-columns: minmax(0, 1fr);

  ${from.large} {
    grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr);
  }
`;
