import { CardCover } from '@ki/shared/ui/media/cover.tsx';
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
  readonly url: string | null;
  readonly lazy?: boolean;
  readonly className?: string;
}

/**
 * The picture of a course over a drawn one. A picture without alternative text renders nothing when it fails to load, so
 * the drawing shows, also without scripts.
 */
export const Thumbnail = ({ title, url, lazy = false, className }: ThumbnailProps) => (
  <Frame className={className}>
    <CardCover title={title} />
    {url && <img src={url} alt="" loading={lazy ? 'lazy' : undefined} decoding="async" />}
  </Frame>
);
