import { SectionTitle } from '@ki/shared/ui/section-title.tsx';
import { size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

/** The first heading of a page, under the platform's mark. Use it `as="h1"`. */
export const PageTitle = styled(SectionTitle)`
  font-size: ${size.h1};
`;
