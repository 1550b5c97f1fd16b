import { paths } from '@ki/shared/contract/paths.ts';
import { site } from '@ki/shared/contract/site.ts';
import { Container } from '@ki/shared/ui/layout.tsx';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { SiteLogo } from '@ki/shared/ui/page/site-logo.tsx';
import { color, font, space } from '@ki/shared/ui/theme.ts';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { FittingName } from './fitting-name.tsx';
import { SiteFooterLinks } from './site-footer-links.tsx';

const Name = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.onBanner};
  font: 600 1.1875rem / 1.2 ${font.heading};
`;

const Home = styled(Link)`
  display: flex;
  text-decoration: none;
`;

const Arcs = () => (
  <svg
    width="38"
    height="24"
    viewBox="0 0 38 24"
    fill="none"
    strokeWidth="2.4"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M3 19a9 9 0 0 1 18 0" stroke="currentColor" />
    <path d="M13 19a11 11 0 0 1 22 0" stroke={color.accent} />
    <path d="M1.5 22.5h35" stroke="currentColor" strokeWidth="1.6" strokeDasharray="5 4" />
  </svg>
);

const Mark = () => (site().logo ? <SiteLogo /> : <Arcs />);

export const Sign = () => (
  <Name>
    <Mark />
    {site().name}
  </Name>
);

export const Logo = () => (
  <Home to={paths.home} aria-label={`${site().name}, Startseite`}>
    <Name>
      <Mark />
      <FittingName />
    </Name>
  </Home>
);

const Foot = styled.footer`
  ${onBanner}
  margin-block-start: ${space.section};
  padding-block: ${space[7]};
`;

const Words = styled.p`
  max-inline-size: 30rem;
  margin-block-start: ${space[3]};
  color: ${color.onBannerMuted};
`;

export const SiteFooter = () => (
  <Foot data-print="hide">
    <Container>
      <Sign />
      <Words data-site="claim">{site().claim}</Words>
      <SiteFooterLinks />
    </Container>
  </Foot>
);
