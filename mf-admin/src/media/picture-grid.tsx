import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Picture } from '@ki/shared/ui/media/picture.tsx';
import { color, elevation, radius, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { LibraryPicture } from './data/library.ts';
import { isSettled, lacksAlt } from './model/picture-record.ts';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(13rem, 45%), 1fr));
  gap: ${space[3]};
`;

const Tile = styled.li`
  position: relative;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  overflow: clip;
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  box-shadow: ${elevation.raised};

  &:focus-within {
    border-color: ${color.focus};
  }
`;

const Thumb = styled(Picture)`
  block-size: auto;
  aspect-ratio: 4 / 3;
  font-size: ${size.tiny};
`;

const Words = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  gap: ${space[2]};
  padding: ${space[3]};
  font-size: ${size.small};
  overflow-wrap: anywhere;
`;

const measures = ({ width, height }: LibraryPicture) => width !== null && height !== null && `${width} × ${height}`;

/** In a narrow tile a text of two lines. */
const States = styled(Cluster)`
  > span {
    border-radius: ${radius.small};
  }
`;

export function PictureState({ picture }: { readonly picture: LibraryPicture }) {
  return (
    <States $gap={2}>
      {picture.failure !== null && <Badge $tone="danger">Broken</Badge>}
      {!picture.isUploaded && <Badge $tone="danger">{picture.origin === null ? 'Not uploaded' : 'Not copied'}</Badge>}
      {picture.isUploaded && !isSettled(picture) && <Badge $tone="brand">Sizes are being made</Badge>}
      {/* A text that names the address of a picture has its alternative text. */}
      {picture.origin === null && lacksAlt(picture) && <Badge $tone="warning">No alternative text</Badge>}
      {picture.isDecorative && <Badge>Decorative</Badge>}
    </States>
  );
}

interface PictureGridProps {
  readonly label: string;
  readonly pictures: readonly LibraryPicture[];
  /** The link or button that covers a tile; it has the picture's title as its name. */
  readonly children: (picture: LibraryPicture) => ReactNode;
}

export const PictureGrid = ({ label, pictures, children }: PictureGridProps) => (
  <Grid aria-label={label}>
    {pictures.map((picture) => (
      <Tile key={picture.id}>
        {/* The title beside it names the picture. */}
        <Thumb picture={{ ...picture.shown, isDecorative: true }} sizes="12rem" lazy />
        <Words>
          {children(picture)}
          <span>{measures(picture)}</span>
          <PictureState picture={picture} />
        </Words>
      </Tile>
    ))}
  </Grid>
);
