import styled from 'styled-components';
import { from, type Space, space, width } from './theme.ts';

/** A centred column: the whole page (default), a form, or the measure of running text. */
export const Container = styled.div<{ $width?: keyof typeof width }>`
  inline-size: 100%;
  max-inline-size: calc(${(props) => width[props.$width ?? 'page']} + 2 * ${space.gutter});
  margin-inline: auto;
  padding-inline: ${space.gutter};
`;

export const Section = styled.section<{ $air?: Space }>`
  padding-block: ${(props) => space[props.$air ?? 'section']};
`;

export const Stack = styled.div<{ $gap?: Space }>`
  display: flex;
  flex-direction: column;
  gap: ${(props) => space[props.$gap ?? 4]};
  min-inline-size: 0;
`;

export const Cluster = styled.div<{ $gap?: Space; $justify?: 'start' | 'space-between' | 'end' | 'center' }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: ${(props) => props.$justify ?? 'start'};
  gap: ${(props) => space[props.$gap ?? 3]};
`;

/** One column on phones, two from 768 px, up to `$columns` (default 3) from 1200 px. */
export const Grid = styled.div<{ $columns?: 2 | 4 }>`
  display: grid;
  gap: ${space[5]};
  grid-template-columns: minmax(0, 1fr);

  ${from.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  ${from.large} {
    grid-template-columns: repeat(${(props) => props.$columns ?? 3}, minmax(0, 1fr));
  }
`;
