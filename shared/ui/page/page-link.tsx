import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { type ButtonLook, buttonStyle } from '../button-style.ts';
import { ArrowRightIcon } from '../icons.tsx';
import { space } from '../theme.ts';

const StyledLink = styled(Link)<ButtonLook>`
  ${buttonStyle}
`;

const Row = styled.nav`
  display: flex;
  justify-content: center;
  padding-block: ${space[6]};
`;

export const PageLink = ({
  children,
  label = 'Weitere Einträge',
  ...rest
}: ComponentProps<typeof Link> & { readonly label?: string }) => (
  <Row aria-label={label} data-print="hide">
    <StyledLink {...rest} $variant="secondary" rel="next">
      {children}
      <ArrowRightIcon size={18} />
    </StyledLink>
  </Row>
);
