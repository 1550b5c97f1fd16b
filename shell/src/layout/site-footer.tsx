import { Container } from '@ki/shared/ui/layout.tsx';
import { onBanner } from '@ki/shared/ui/on-banner.ts';
import { color, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { Sign } from './logo.tsx';

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

/** Below every public page: what the site is about. Its links stand in the header, once. */
export const SiteFooter = () => (
  <Foot data-print="hide">
    <Container>
      <Sign />
      <Words>Künstliche Intelligenz in der Erwachsenenbildung: verstehen, ausprobieren, verantworten.</Words>
    </Container>
  </Foot>
);
