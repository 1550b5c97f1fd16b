import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { ButtonLink } from '../button.tsx';
import { ArrowRightIcon } from '../icons.tsx';
import { space } from '../theme.ts';

const Row = styled.nav`
  display: flex;
  justify-content: center;
  padding-block: ${space[6]};
`;

export const PageLink = ({
  children,
  label,
  ...rest
}: ComponentProps<typeof ButtonLink> & { readonly label: string }) => (
  <Row aria-label={label} data-print="hide">
    <ButtonLink {...rest} variant="secondary" rel="next">
      {children}
      <ArrowRightIcon size={18} />
    </ButtonLink>
  </Row>
);
