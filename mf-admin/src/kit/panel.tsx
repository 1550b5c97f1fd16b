import { color, elevation, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

export const Panel = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-inline-size: 0;
  padding: ${space[5]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  box-shadow: ${elevation.raised};

  h2 {
    font-size: ${size.h3};
  }

  > p {
    color: ${color.muted};
  }

  form {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: ${space[4]};
  }
`;
