import { paths } from '@ki/shared/contract/paths.ts';
import { site } from '@ki/shared/contract/site.ts';
import { CloseIcon, MenuIcon } from '@ki/shared/ui/icons.tsx';
import { SiteLogo } from '@ki/shared/ui/page/site-logo.tsx';
import { SkipLink } from '@ki/shared/ui/page/skip-link.ts';
import { color, font, from, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';

const Frame = styled.div`
  min-block-size: 100svh;

  ${from.wide} {
    display: grid;
    grid-template-columns: 16rem minmax(0, 1fr);
  }
`;

const Side = styled.div`
  background: ${color.banner};
  color: ${color.onBanner};
  --c-focus: ${color.onBanner};

  ${from.wide} {
    position: sticky;
    inset-block-start: 0;
    align-self: start;
    display: flex;
    flex-direction: column;
    block-size: 100svh;
  }
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[3]};
  padding: ${space[3]} ${space[4]};

  ${from.wide} {
    padding: ${space[5]};
  }
`;

const Brand = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  font: 600 1.125rem / 1.3 ${font.heading};
  color: inherit;
  text-decoration: none;
`;

const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  min-block-size: 2.75rem;
  padding-inline: ${space[3]};
  border: 1px solid ${color.onBannerMuted};
  border-radius: 0.5rem;
  background: none;

  ${from.wide} {
    display: none;
  }
`;

const Fold = styled.div<{ $open: boolean }>`
  display: ${(props) => (props.$open ? 'block' : 'none')};

  ${from.wide} {
    display: block;
    flex: 1;
    min-block-size: 0;
  }
`;

const Content = styled.div`
  min-inline-size: 0;
  padding: ${space[5]} ${space.gutter} ${space[7]};

  ${from.wide} {
    padding: ${space[6]} clamp(${space[5]}, 4vw, ${space[7]}) ${space[8]};
  }
`;

const PAGE = 'admin-page';

export function AdminFrame({ sidebar, children }: { readonly sidebar: ReactNode; readonly children: ReactNode }) {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // The menu is open for one history entry, so that following a link closes it.
  const open = openAt === key;
  return (
    <Frame lang="en">
      <SkipLink href={`#${PAGE}`}>Skip to content</SkipLink>
      <Side>
        <Bar>
          <Brand to={paths.home} lang="de">
            <SiteLogo />
            {site().name}
          </Brand>
          <Toggle
            type="button"
            aria-expanded={open}
            aria-controls="admin-menu"
            onClick={() => setOpenAt(open ? null : key)}
          >
            {open ? <CloseIcon /> : <MenuIcon />}
            Menu
          </Toggle>
        </Bar>
        <Fold id="admin-menu" $open={open}>
          {sidebar}
        </Fold>
      </Side>
      <Content id={PAGE} tabIndex={-1}>
        {children}
      </Content>
    </Frame>
  );
}
