import { paths } from '@ki/shared/contract/paths.ts';
import type { SiteLink } from '@ki/shared/contract/site.ts';
import { color, from, motion, size, space } from '@ki/shared/ui/theme.ts';
import type { MouseEventHandler } from 'react';
import { NavLink } from 'react-router-dom';
import styled from 'styled-components';

export const staffLink: SiteLink = { address: paths.admin, label: 'ADMIN' };

export const SITE_MENU = 'data-site="menu"';

const List = styled.nav<{ $open: boolean }>`
  display: ${(props) => (props.$open ? 'grid' : 'none')};
  order: 1;
  flex-basis: 100%;
  padding-block: ${space[2]} ${space[4]};

  a {
    padding-block: ${space[3]};
    color: ${color.onBanner};
    font-size: ${size.small};
    font-weight: 600;
    letter-spacing: 0.055em;
    text-decoration: none;
    overflow-wrap: anywhere;
    background: linear-gradient(${color.accent}, ${color.accent}) 0 calc(100% - 0.375rem) / 0 0.1875rem no-repeat;
    transition: background-size ${motion.calm};
  }

  a:hover,
  a[aria-current='page'] {
    background-size: 1.75rem 0.1875rem;
  }

  /* Without scripts nothing could open the menu. */
  @media (scripting: none) {
    display: grid;
  }

  ${from.large} {
    display: flex;
    order: 0;
    flex-basis: auto;
    /* Many links take several lines. */
    flex-wrap: wrap;
    gap: 0 clamp(${space[3]}, 1vw, ${space[5]});
    padding: 0;

    a {
      font-size: ${size.tiny};
      letter-spacing: 0.03em;
      white-space: nowrap;
    }
  }
`;

interface LinkToProps {
  readonly address: string;
  readonly label: string;
  readonly onClick?: MouseEventHandler;
}

/** The router has no pages of other sites, and no files. */
export const LinkTo = ({ address, label, onClick }: LinkToProps) =>
  /^\/(?!.*\.\w+$)/.test(address) ? (
    <NavLink to={address} end={address === paths.home} onClick={onClick}>
      {label}
    </NavLink>
  ) : (
    <a href={address}>{label}</a>
  );

interface SiteLinksProps {
  readonly id: string;
  readonly open: boolean;
  readonly links: readonly SiteLink[];
  readonly onSelect: () => void;
}

export const SiteLinks = ({ id, open, links, onSelect }: SiteLinksProps) => (
  <List id={id} $open={open} aria-label="Hauptnavigation" data-site="menu">
    {links.map(({ address, label }, index) => (
      <LinkTo key={index} address={address} label={label} onClick={onSelect} />
    ))}
  </List>
);
