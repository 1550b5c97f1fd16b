import styled from 'styled-components';
import { ButtonLink } from '../button.tsx';
import { ArrowRightIcon } from '../icons.tsx';
import { space } from '../theme.ts';

const Row = styled.nav`
  display: flex;
  justify-content: center;
  padding-block: ${space[6]};
`;

export const PageLink = ({ to, label }: { readonly to: string; readonly label: string }) => (
  <Row aria-label={label} data-print="hide">
    <ButtonLink to={to} variant="secondary" rel="next">
      {label}
      <ArrowRightIcon size={18} />
    </ButtonLink>
  </Row>
);
