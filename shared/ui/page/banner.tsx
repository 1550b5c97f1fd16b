import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Cover } from '../media/cover.tsx';
import { from, space, width } from '../theme.ts';
import { onBanner } from './on-banner.ts';

const Frame = styled.div`
  ${onBanner}
  overflow: clip;
`;

const Columns = styled.div<{ $tall?: boolean; $underHeader?: boolean }>`
  display: grid;
  gap: ${space[5]} ${space[7]};
  inline-size: 100%;
  max-inline-size: calc(${width.page} + 2 * ${space.gutter});
  margin-inline: auto;
  padding: ${(props) => (props.$underHeader ? '7rem' : space[7])} ${space.gutter} ${space[6]};

  ${from.wide} {
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    min-block-size: ${(props) => (props.$tall ? 'min(38rem, 74svh)' : '0')};
    padding-block-end: ${space[7]};
  }
`;

const Words = styled.div`
  max-inline-size: 44rem;
  min-inline-size: 0;

  > * + * {
    margin-block-start: 1.25rem;
  }
`;

const Art = styled(Cover)`
  block-size: clamp(7rem, 34vw, 11rem);

  ${from.wide} {
    align-self: end;
    block-size: auto;
    max-block-size: 20rem;
  }

  @media print {
    display: none;
  }
`;

export interface BannerProps {
  readonly title: string;
  readonly tall?: boolean;
  readonly underHeader?: boolean;
  readonly children: ReactNode;
}

/**
 * The deep-blue head of a page with the title's picture. The text comes first, so that a streamed page does not move
 * it.
 */
export const Banner = ({ title, tall, underHeader, children }: BannerProps) => (
  <Frame>
    <Columns $tall={tall} $underHeader={underHeader}>
      <Words>{children}</Words>
      <Art title={title} palette="banner" bare />
    </Columns>
  </Frame>
);
