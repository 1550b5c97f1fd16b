import { from, space, width } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

/** The course's content beside the lesson; on phones above it. */
export const LessonFrame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[5]} ${space[7]};
  inline-size: 100%;
  max-inline-size: calc(${width.page} + 2 * ${space.gutter});
  margin-inline: auto;
  padding: ${space[4]} ${space.gutter} ${space[8]};

  ${from.wide} {
    grid-template-columns: 21rem minmax(0, 1fr);
    padding-block-start: ${space[6]};
  }
`;
