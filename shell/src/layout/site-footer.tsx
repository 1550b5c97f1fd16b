import { site } from '@ki/shared/contract/site.ts';
import { Container } from '@ki/shared/ui/layout.tsx';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { SchemeSwitch } from '@ki/shared/ui/scheme-switch.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { Sign } from './logo.tsx';
import { LinkTo } from './site-header.tsx';

const List = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[5]};
  margin-block-start: ${space[5]};

  a {
    padding-block: ${space[2]};
    color: ${color.onBanner};
    font-size: ${size.small};
    overflow-wrap: anywhere;
  }
`;

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
      {site().footer.length > 0 && (
        <List aria-label="Fußzeile" data-site="footer">
          {site().footer.map(({ address, label }, index) => (
            <LinkTo key={index} address={address} label={label} />
          ))}
        </List>
      )}
      <SchemeSwitch label="Darstellung" names={['System', 'Hell', 'Dunkel']} />
    </Container>
  </Foot>
);
