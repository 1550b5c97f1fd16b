import { paths } from '@ki/shared/contract/paths.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { CloseIcon, MenuIcon, SearchIcon } from '@ki/shared/ui/icons.tsx';
import { onBanner } from '@ki/shared/ui/on-banner.ts';
import { from, layer, space, width } from '@ki/shared/ui/theme.ts';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { Logo } from './logo.tsx';
import { RoundButton } from './round-button.tsx';
import { SiteLinks } from './site-link-list.tsx';
import { siteLinks, staffLink } from './site-links.ts';

const Bar = styled.header<{ $overlay: boolean; $open: boolean }>`
  ${onBanner}
  position: ${(props) => (props.$overlay ? 'absolute' : 'relative')};
  inset: 0 0 auto;
  z-index: ${layer.header};
  ${(props) => props.$overlay && !props.$open && '@media screen { background: transparent; }'}
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[5]};
  max-inline-size: calc(${width.page} + 2 * ${space.gutter});
  min-block-size: 4.5rem;
  margin-inline: auto;
  padding: ${space[2]} ${space.gutter};
`;

/** As wide as both of its buttons before they arrive: nothing moves while the document comes in pieces. */
const Tools = styled.div`
  display: flex;
  gap: ${space[1]};
  min-inline-size: calc(5.5rem + ${space[1]});
  margin-inline-start: auto;

  ${from.large} {
    min-inline-size: 2.75rem;
  }
`;

/** The header of every public page: transparent over a page's own banner, deep blue elsewhere. */
export function SiteHeader({ overlay }: { overlay: boolean }) {
  const { status } = useSession();
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  // Open only for the page that it was opened on: any navigation closes it.
  const open = openedAt === key;
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpenedAt(null);
    toggle.current?.focus();
  };
  return (
    <Bar $overlay={overlay} $open={open} onKeyDown={closeOnEscape} data-print="hide">
      <Row>
        <Logo />
        <SiteLinks
          id={menuId}
          open={open}
          links={status === 'signed-in' ? [...siteLinks, staffLink] : siteLinks}
          onSelect={() => setOpenedAt(null)}
        />
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
