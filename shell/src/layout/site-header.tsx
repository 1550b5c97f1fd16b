import { paths } from '@ki/shared/contract/paths.ts';
import { type SiteLink, site } from '@ki/shared/contract/site.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { CloseIcon, MenuIcon, SearchIcon } from '@ki/shared/ui/icons.tsx';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { color, from, layer, motion, radius, size, space, width } from '@ki/shared/ui/theme.ts';
import { type KeyboardEvent, type MouseEventHandler, useId, useRef, useState } from 'react';
import { Form, NavLink, useLocation } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { Logo } from './logo.tsx';

const staffLink: SiteLink = { address: paths.admin, label: 'ADMIN' };

export const SITE_MENU = 'data-site="menu"';

const Links = styled.nav<{ $open: boolean }>`
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

/** The router has no pages of other sites, and no files. */
export const LinkTo = ({ address, label, onClick }: SiteLink & { readonly onClick?: MouseEventHandler }) =>
  /^\/(?!.*\.\w+$)/.test(address) ? (
    <NavLink to={address} end={address === paths.home} onClick={onClick}>
      {label}
    </NavLink>
  ) : (
    <a href={address}>{label}</a>
  );

const RoundButton = styled.button.attrs((props) => ({ type: props.type ?? 'button' }))<{ $onlySmall?: boolean }>`
  display: grid;
  place-items: center;
  inline-size: 2.75rem;
  block-size: 2.75rem;
  border: 0;
  border-radius: ${radius.round};
  background: transparent;
  color: ${color.onBanner};
  transition: background ${motion.quick};

  &:hover {
    background: rgb(255 255 255 / 0.14);
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }

  ${(props) =>
    props.$onlySmall &&
    css`
      @media (scripting: none) {
        display: none;
      }

      ${from.large} {
        display: none;
      }
    `}
`;

const Bar = styled.header<{ $overlay: boolean; $open: boolean }>`
  ${onBanner}
  position: ${(props) => (props.$overlay && !props.$open ? 'absolute' : 'relative')};
  inset: 0 0 auto;
  z-index: ${layer.header};
  ${(props) => props.$overlay && !props.$open && '@media screen { background: transparent; }'}
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  /* Closer where the window has just room for all links in one row, with the widest of the fallback fonts. */
  gap: ${space[2]} clamp(${space[4]}, 10vw - 6.5rem, ${space[5]});
  max-inline-size: calc(${width.page} + 2 * ${space.gutter});
  min-block-size: 4.5rem;
  margin-inline: auto;
  padding: ${space[2]} ${space.gutter};

  svg {
    flex: none;
  }

  /* A name wraps beside the buttons, not above them. */
  > :first-child {
    max-inline-size: calc(100% - 6.75rem);
  }

  ${from.large} {
    flex-wrap: nowrap;

    > :first-child {
      flex: none;
      max-inline-size: 30%;
    }
  }
`;

/** A fixed width prevents a layout shift while the document streams. */
const Tools = styled.div`
  display: flex;
  gap: ${space[1]};
  min-inline-size: calc(5.5rem + ${space[1]});
  margin-inline-start: auto;

  ${from.large} {
    min-inline-size: 2.75rem;
  }
`;

/** Two lines of links, in letters. The banner of a page has no room for a third one above its text. */
const TWO_LINES = 170;
const fitsOnBanner = () => [site().name, ...site().menu.map(({ label }) => label)].join('  ').length <= TWO_LINES;

export function SiteHeader({ overlay }: { overlay: boolean }) {
  const { status } = useSession();
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const open = openedAt === key;
  const links = status === 'signed-in' ? [...site().menu, staffLink] : site().menu;
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpenedAt(null);
    toggle.current?.focus();
  };
  return (
    <Bar $overlay={overlay && fitsOnBanner()} $open={open} onKeyDown={closeOnEscape} data-print="hide">
      <Row>
        <Logo />
        <Links id={menuId} $open={open} aria-label="Hauptnavigation" data-site="menu">
          {links.map(({ address, label }, index) => (
            <LinkTo key={index} address={address} label={label} onClick={() => setOpenedAt(null)} />
          ))}
        </Links>
        <Tools>
          <Form action={paths.search} role="search">
            <RoundButton type="submit" aria-label="Suche">
              <SearchIcon />
            </RoundButton>
          </Form>
          <RoundButton
            ref={toggle}
            $onlySmall
            aria-label="Menü"
            aria-expanded={open}
            aria-controls={menuId}
            onClick={() => setOpenedAt(open ? null : key)}
          >
            {open ? <CloseIcon /> : <MenuIcon />}
          </RoundButton>
        </Tools>
      </Row>
    </Bar>
  );
}
