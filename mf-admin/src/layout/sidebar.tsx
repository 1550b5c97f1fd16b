import { SearchIcon, SignOutIcon } from '@ki/shared/ui/icons.tsx';
import { SchemeSwitch } from '@ki/shared/ui/scheme-switch.tsx';
import { color, font, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { NavLink } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { addresses } from '../addresses.ts';
import type { Rights } from '../roles/data/rights.ts';
import { useSignOut } from '../roles/no-access.tsx';
import { useNarrowRole } from '../roles/role-note.tsx';
import { DAILY, GROUPS, SCREENS, type Screen, usableBy } from './screens.tsx';
import { useFindKey } from './use-find-key.ts';

const entry = css`
  display: flex;
  align-items: center;
  gap: ${space[3]};
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: ${space[2]} ${space[3]};
  border: 0;
  border-radius: ${radius.small};
  background: none;
  color: ${color.onBannerMuted};
  text-align: start;
  text-decoration: none;

  /* All entries of an operator fit into a window of 900 pixels. */
  ${from.wide} {
    min-block-size: 2rem;
    padding-block: 0.125rem;
  }

  &:hover {
    background: rgb(255 255 255 / 0.1);
    color: ${color.onBanner};
  }
`;

const EntryLink = styled(NavLink)`
  ${entry}

  &[aria-current='page'] {
    background: rgb(255 255 255 / 0.14);
    box-shadow: inset 0.1875rem 0 0 ${color.accent};
    color: ${color.onBanner};
    font-weight: 600;
  }
`;

const EntryButton = styled.button.attrs({ type: 'button' })`
  ${entry}
`;

/** The pages scroll where the window is too low for all of them; the way out stays in sight. */
const Menu = styled.nav`
  display: flex;
  flex-direction: column;
  max-block-size: 100%;
`;

const Pages = styled.div`
  padding: ${space[1]} ${space[3]} ${space[3]};
  overflow-y: auto;
  scrollbar-width: thin;
  scrollbar-color: rgb(255 255 255 / 0.3) ${color.banner};
  /* A shadow while more is below, which the end of the list covers. */
  background:
    linear-gradient(transparent, ${color.banner} 60%) bottom / 100% 4rem no-repeat local,
    linear-gradient(transparent, rgb(0 0 0 / 0.5)) bottom / 100% 1.5rem no-repeat;
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[1]};

  ${from.wide} {
    gap: 0.125rem;
  }
`;

const GroupName = styled.p`
  margin: ${space[2]} ${space[3]} ${space[1]};
  color: ${color.onBannerMuted};
  font: 600 ${size.tiny} / 1.4 ${font.text};
  letter-spacing: 0.02em;
`;

/** Less used, so lower and without icons. */
const GroupList = styled(List)`
  ${EntryLink} {
    font-size: ${size.small};

    ${from.wide} {
      min-block-size: 1.625rem;
      padding-block: 0;
    }
  }
`;

const Own = styled.div`
  padding: 0 ${space[3]} ${space[3]};
`;

const UserName = styled.p`
  padding: ${space[3]} ${space[3]} ${space[1]};
  border-block-start: 1px solid rgb(255 255 255 / 0.16);
  color: ${color.onBannerMuted};
  font-size: ${size.small};
  overflow-wrap: anywhere;
`;

const Appearance = styled(SchemeSwitch)`
  ${entry}
  justify-content: space-between;
  margin: 0;

  select {
    ${from.wide} {
      min-block-size: 1.75rem;
    }
  }
`;

const Item = ({ entry: [to, label, icon] }: { readonly entry: Screen }) => (
  <li>
    <EntryLink to={to} end={to === addresses.dashboard}>
      {icon}
      {label}
    </EntryLink>
  </li>
);

interface GroupProps {
  readonly name: string;
  readonly entries: readonly Screen[];
}

function Group({ name, entries }: GroupProps) {
  const id = useId();
  return (
    <>
      <GroupName id={id}>{name}</GroupName>
      <GroupList aria-labelledby={id}>
        {entries.map((entry) => (
          <Item key={entry[0]} entry={entry} />
        ))}
      </GroupList>
    </>
  );
}

const Key = styled.kbd`
  display: none;
  margin-inline-start: auto;
  font: ${size.tiny} ${font.text};

  ${from.wide} {
    display: inline;
  }
`;

const FindButton = styled(EntryButton)`
  margin-block-end: ${space[2]};
  border: 1px solid rgb(255 255 255 / 0.24);
`;

const LazyFinder = lazy(async () => ({
  default: (await import(/* webpackChunkName: "admin-finder" */ './finder.tsx')).Finder,
}));

function Find({ screens }: { readonly screens: readonly Screen[] }) {
  const [isOpen, setIsOpen] = useState(false);
  useFindKey(() => setIsOpen(true));
  return (
    <>
      <FindButton onClick={() => setIsOpen(true)} aria-keyshortcuts="Control+K">
        <SearchIcon />
        Find
        <Key aria-hidden="true">Ctrl K</Key>
      </FindButton>
      {isOpen &&
        // Not in the sheet, which hides what is in it.
        createPortal(
          <Suspense fallback={null}>
            <LazyFinder screens={screens} onClose={() => setIsOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** Until it is read, nobody is one. */
function useOperator(operator: Rights['operator']): boolean {
  const [isOperator, setIsOperator] = useState(false);
  // Another sign-in reads it again.
  useEffect(() => void operator.then((read) => setIsOperator(read.ok && read.data)), [operator]);
  return isOperator;
}

function Entries({ operator }: Pick<Rights, 'operator'>) {
  const isNarrow = useNarrowRole() !== null;
  const isOperator = useOperator(operator);
  const isUsable = usableBy({ isNarrow, isOperator });
  const groups = GROUPS.map(([name, screens]) => [name, screens.filter(isUsable)] as const);
  return (
    <Pages>
      <Find screens={SCREENS.filter(isUsable)} />
      <List>
        {DAILY.filter(isUsable).map((entry) => (
          <Item key={entry[0]} entry={entry} />
        ))}
      </List>
      {groups.map(([name, entries]) => entries.length > 0 && <Group key={name} name={name} entries={entries} />)}
    </Pages>
  );
}

interface SidebarProps extends Pick<Rights, 'operator'> {
  readonly userName: string;
}

export const Sidebar = ({ userName, operator }: SidebarProps) => (
  <Menu aria-label="Admin">
    <Entries operator={operator} />
    <Own>
      <UserName>{userName}</UserName>
      <Appearance label="Appearance" names={['System', 'Light', 'Dark']} />
      <SignOut />
    </Own>
  </Menu>
);

function SignOut() {
  const { ask, question } = useSignOut();
  return (
    <>
      <EntryButton onClick={ask}>
        <SignOutIcon />
        Sign Out
      </EntryButton>
      {question}
    </>
  );
}
