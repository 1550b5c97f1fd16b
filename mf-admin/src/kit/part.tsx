import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, elevation, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useId } from 'react';
import { NavLink } from 'react-router-dom';
import styled from 'styled-components';
import { siteDateTime } from './model/zones.ts';

export const PartTitle = styled.h2`
  font-size: ${size.h3};
`;

export const SmallTitle = styled.h3`
  font-size: ${size.h4};
`;

export const OnPhone = styled.span`
  ${from.large} {
    display: none;
  }
`;

/** A cell with its column's heading in narrow windows, where the table has no head. */
export const onPhone = (heading: string, value: ReactNode) => (
  <>
    <OnPhone>{heading}</OnPhone>
    {value}
  </>
);

export const Note = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

export const Moment = ({ at }: { readonly at: string }) => (
  <time dateTime={at} lang="de">
    {siteDateTime(at)}
  </time>
);

export function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <Stack as="section" id={id} aria-labelledby={headingId}>
      <PartTitle id={headingId}>{title}</PartTitle>
      {children}
    </Stack>
  );
}

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

const Bar = styled.nav`
  margin-block-end: ${space[5]};
  border-block-end: 1px solid ${color.line};

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[2]};
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
