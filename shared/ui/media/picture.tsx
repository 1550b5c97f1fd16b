import type { ShownPicture } from '@ki/shared/contract/pictures.ts';
import styled from 'styled-components';
import { color } from '../theme.ts';
import { CardCover } from './cover.tsx';
import { pictureGround } from './picture-ground.ts';

/** The size of the cards in a list, for a browser that chooses a file before it knows the layout. */
const CARD_SIZES = '(min-width: 75rem) 24rem, (min-width: 48rem) 46vw, (min-resolution: 1.5dppx) 55vw, 92vw';

/** In steps of 5 %, as each position is a class of its own. */
const step = (share: number) => `${Math.round(share * 20) * 5}%`;

const Image = styled.img<{ readonly $at: string }>`
  inline-size: 100%;
  object-fit: cover;
  object-position: ${({ $at }) => $at};
  background: ${pictureGround(color.sunken)};

  @media print {
    break-inside: avoid;
  }
`;

interface PictureProps {
  readonly picture: ShownPicture;
  /** The width at which it is shown, as the attribute says it. */
  readonly sizes: string;
  /** Below the first screen. */
  readonly lazy?: boolean;
  /** That of the image: the element around it is no box. */
  readonly className?: string | undefined;
}

/** A picture that fills its box; its focal point stays in sight. */
export function Picture({ picture, sizes, lazy = false, className }: PictureProps) {
  const { src, width, height, alt = '', isDecorative = false, focus = { x: 0.5, y: 0.5 }, sources = [] } = picture;
  const image = (
    <Image
      className={className}
      src={src}
      alt={isDecorative ? '' : alt}
      width={width}
      height={height}
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
      $at={`${step(focus.x)} ${step(focus.y)}`}
    />
  );
  if (sources.length === 0) return image;
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      {image}
    </picture>
  );
}

const CardPicture = styled(Picture)`
  aspect-ratio: 16 / 9;
  block-size: auto;
`;

interface CardArtProps extends Partial<Omit<PictureProps, 'picture'>> {
  readonly title: string;
  readonly picture?: ShownPicture | null;
}

/** The picture of a card, or the drawn cover of its title. */
export const CardArt = ({ title, picture, sizes = CARD_SIZES, lazy = true, className }: CardArtProps) =>
  picture ? (
    <CardPicture picture={picture} sizes={sizes} lazy={lazy} className={className} />
  ) : (
    <CardCover title={title} className={className} />
  );
