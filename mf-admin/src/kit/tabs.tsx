import { color, space } from '@ki/shared/ui/theme.ts';
import { NavLink } from 'react-router-dom';
import styled from 'styled-components';

const Bar = styled.nav`
  margin-block-end: ${space[5]};
  border-block-end: 1px solid ${color.line};

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[2]};
    padding: 0;
    list-style: none;
  }
`;

const Tab = styled(NavLink)`
  display: inline-flex;
  align-items: center;
  min-block-size: 2.75rem;
  padding-inline: ${space[3]};
  border-block-end: 3px solid transparent;
  color: ${color.muted};
  font-weight: 600;
  text-decoration: none;

  &:hover {
    color: ${color.text};
  }

  &[aria-current='page'] {
    border-color: ${color.mark};
    color: ${color.text};
  }
`;

interface TabsProps {
  readonly label: string;
  readonly pages: readonly (readonly [address: string, name: string])[];
}

/** Pages that belong together; each has an address of its own. */
export const Tabs = ({ label, pages }: TabsProps) => (
  <Bar aria-label={label}>
    <ul>
      {pages.map(([address, name]) => (
        <li key={address}>
          <Tab to={address} end>
            {name}
          </Tab>
        </li>
      ))}
    </ul>
  </Bar>
);
