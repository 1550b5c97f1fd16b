import type { ShownPicture } from '@ki/shared/contract/pictures.ts';
import { CardCover } from '@ki/shared/ui/media/cover.tsx';
import { CardArt } from '@ki/shared/ui/media/picture.tsx';
import styled from 'styled-components';

const Frame = styled.div`
  display: grid;
  overflow: clip;
  aspect-ratio: 16 / 9;

  > * {
    grid-area: 1 / 1;
    inline-size: 100%;
    block-size: 100%;
    min-block-size: 0;
  }

  > img {
    object-fit: cover;
  }
`;

interface ThumbnailProps {
  readonly title: string;
  readonly picture: ShownPicture | null;
  readonly lazy?: boolean;
  readonly sizes?: string;
  readonly className?: string;
}

/**
 * The picture of a course. One of an address is over a drawn one: without alternative text it renders nothing when it
 * fails to load, so the drawing shows, also without scripts.
 */
export const Thumbnail = ({ title, picture, lazy = false, sizes, className }: ThumbnailProps) =>
  !picture || picture.sources ? (
    <CardArt title={title} picture={picture} lazy={lazy} sizes={sizes} className={className} />
  ) : (
    <Frame className={className}>
      <CardCover title={title} />
      <img src={picture.src} alt="" loading={lazy ? 'lazy' : undefined} decoding="async" />
    </Frame>
  );
