import type { ShownPicture } from '@ki/shared/contract/pictures.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { paths } from '../../contract/paths.ts';
import { Cover } from '../media/cover.tsx';
import { Picture } from '../media/picture.tsx';
import { color, from, radius, size, space, width } from '../theme.ts';
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

/** On a phone smaller than the text above it, so that the page is there as early as without a picture. */
const Photo = styled(Picture)`
  inline-size: auto;
  block-size: clamp(7rem, 34vw, 11rem);
  max-inline-size: 100%;
  aspect-ratio: 16 / 9;
  border-radius: ${radius.medium};

  ${from.wide} {
    align-self: end;
    inline-size: 100%;
    block-size: auto;
  }
`;

const PHOTO_SIZES = '(min-width: 75rem) 33rem, (min-width: 64rem) 43vw, clamp(12.5rem, 60.5vw, 19.5rem)';

interface BannerProps {
  readonly title: string;
  /** In place of the drawn one. */
  readonly picture?: ShownPicture | null;
  readonly tall?: boolean;
  readonly underHeader?: boolean;
  readonly children: ReactNode;
}

/**
 * The deep-blue head of a page with its picture, or the title's. The text comes first, so that a streamed page does not
 * move it.
 */
export const Banner = ({ title, picture, tall, underHeader, children }: BannerProps) => (
  <Frame>
    <Columns $tall={tall} $underHeader={underHeader}>
      <Words>{children}</Words>
      {picture ? <Photo picture={picture} sizes={PHOTO_SIZES} /> : <Art title={title} palette="banner" bare />}
    </Columns>
  </Frame>
);

const Trail = styled.nav`
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[2]};
    padding: 0;
    list-style: none;
    font-size: ${size.small};
  }

  a {
    display: inline-block;
    padding-block: ${space[1]};
  }

  li + li::before {
    content: '/' / '';
    margin-inline-end: ${space[2]};
    color: ${color.muted};
  }
`;

/** The way from the home page to the list that a page belongs to. */
export const Breadcrumbs = ({ list, to }: { readonly list: string; readonly to: string }) => (
  <Trail aria-label="Pfad" data-print="hide">
    <ol>
      <li>
        <Link to={paths.home}>Startseite</Link>
      </li>
      <li>
        <Link to={to}>{list}</Link>
      </li>
    </ol>
  </Trail>
);
