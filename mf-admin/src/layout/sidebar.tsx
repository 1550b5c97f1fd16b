import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import {
  ArrowRightIcon,
  BookIcon,
  ClockIcon,
  EditIcon,
  FileIcon,
  GlobeIcon,
  GridIcon,
  ImageIcon,
  InfoIcon,
  LayersIcon,
  MailIcon,
  MenuIcon,
  PlusIcon,
  ShareIcon,
  SignOutIcon,
  TagIcon,
  TextIcon,
  TrashIcon,
  UsersIcon,
} from '@ki/shared/ui/icons.tsx';
import { color, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { addresses } from '../addresses.ts';
import type { Rights } from '../roles/data/rights.ts';
import { useSignOut } from '../roles/no-access.tsx';
import { isPublishersOnly, useNarrowRole } from '../roles/role-note.tsx';

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
    min-block-size: 2.25rem;
    padding-block: ${space[1]};
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

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[1]};
  padding: ${space[1]} ${space[3]} ${space[3]};

  ${from.wide} {
    gap: 0.125rem;
    min-block-size: 0;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: rgb(255 255 255 / 0.3) transparent;
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

interface Entry {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
}

const entries: readonly Entry[] = [
  { to: addresses.dashboard, label: 'Dashboard', icon: <TextIcon /> },
  { to: addresses.newPost, label: 'New Post', icon: <PlusIcon /> },
  { to: addresses.workflows, label: 'Workflows', icon: <FileIcon /> },
  { to: addresses.prompts, label: 'Prompts', icon: <EditIcon /> },
  { to: addresses.workshops, label: 'Workshops', icon: <UsersIcon /> },
  { to: addresses.courses, label: 'Online Courses', icon: <BookIcon /> },
  { to: addresses.ads, label: 'Ads', icon: <InfoIcon /> },
  { to: addresses.calendar, label: 'Calendar', icon: <ClockIcon /> },
  { to: addresses.categories, label: 'Categories', icon: <TagIcon /> },
  { to: addresses.matrix, label: 'Workshop Matrix', icon: <GridIcon /> },
  { to: addresses.pages, label: 'Pages', icon: <FileIcon /> },
  { to: addresses.pictures, label: 'Pictures', icon: <ImageIcon /> },
  { to: addresses.links, label: 'Menu and Footer', icon: <MenuIcon /> },
  { to: addresses.redirects, label: 'Redirects', icon: <ArrowRightIcon /> },
  { to: addresses.site, label: 'Site', icon: <GlobeIcon /> },
  { to: addresses.transfer, label: 'Import & Export', icon: <ShareIcon /> },
  { to: addresses.trash, label: 'Trash', icon: <TrashIcon /> },
  { to: addresses.accounts, label: 'Accounts', icon: <MailIcon /> },
];

const platform: Entry = { to: addresses.platform, label: 'Platform', icon: <LayersIcon /> };

const Item = ({ to, label, icon }: Entry) => (
  <li>
    <EntryLink to={to} end={to === addresses.dashboard}>
      {icon}
      {label}
    </EntryLink>
  </li>
);

function Entries() {
  const isNarrow = useNarrowRole() !== null;
  return entries
    .filter(({ to }) => !isNarrow || !isPublishersOnly(to))
    .map((entry) => <Item key={entry.to} {...entry} />);
}

interface SidebarProps extends Pick<Rights, 'operator'> {
  readonly userName: string;
}

export const Sidebar = ({ userName, operator }: SidebarProps) => (
  <Menu aria-label="Admin">
    <List>
      <Entries />
      <Settled value={operator} loading={null}>
        {(result) => result.ok && result.data && <Item {...platform} />}
      </Settled>
    </List>
    <Own>
      <UserName>{userName}</UserName>
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
