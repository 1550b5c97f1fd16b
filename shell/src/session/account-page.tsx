import { paths } from '@ki/shared/contract/paths.ts';
import { onBanner } from '@ki/shared/ui/banner.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { color, font, size, space, width } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';

const Page = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[5]};
  min-block-size: 100svh;
  padding: clamp(${space[5]}, 14svh, 9rem) ${space.gutter} ${space[5]};
  background: linear-gradient(${color.banner} 22rem, ${color.ground} 22rem);
`;

const Brand = styled(Link)`
  ${onBanner}
  justify-self: center;
  background: none;
  font: 600 1.375rem / 1.3 ${font.heading};
  text-decoration: none;
`;

const Panel = styled(Card)`
  inline-size: 100%;
  max-inline-size: min(28rem, ${width.form});
  margin-inline: auto;

  h1 {
    font-size: ${size.h2};
  }
`;

/** The one panel of the pages around signing in. */
export function AccountPage({ children }: { readonly children: ReactNode }) {
  return (
    <Page lang="en">
      <Brand to={paths.home} lang="de">
        KI-Lernplattform
      </Brand>
      <Panel as="div">
        <CardBody>{children}</CardBody>
      </Panel>
    </Page>
  );
}
