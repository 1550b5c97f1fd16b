import { color, radius, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { isDragged, landing } from '../../../order/row.tsx';

export const ModuleFrame = styled.li<{ $landing: 'before' | 'after' | null; $isDragged: boolean }>`
  ${landing}
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  ${isDragged}
`;

export const ModuleHead = styled.div<{ $landing: 'before' | 'after' | null }>`
  ${landing}
  /* Shows the drop indicator, too, when the row is scrolled into view. */
  scroll-margin-block: ${space[3]};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[2]} ${space[3]};
  align-items: center;
  padding: ${space[3]} ${space[4]} ${space[3]} ${space[2]};
  border-radius: ${radius.medium} ${radius.medium} 0 0;
  background: ${color.sunken};
`;

export const LessonList = styled.ol`
  padding: 0;
  list-style: none;
`;
