import styled from 'styled-components';
import { COVER_FRAME, COVER_SIZE, coverArt } from './cover-art.ts';
import { type CoverPaletteName, coverColor } from './cover-palettes.ts';

const Drawing = styled.svg`
  inline-size: 100%;
  block-size: 100%;
`;

export interface CoverProps {
  readonly title: string;
  /** Instead of the one that the title draws by lot. */
  readonly palette?: CoverPaletteName;
  /** Without ground and margin: the drawing alone, to stand on a surface of the page. */
  readonly bare?: boolean;
  readonly className?: string;
}

/** The picture that belongs to a title. Decorative; it fills the box around it. */
export function Cover({ title, palette, bare, className }: CoverProps) {
  const art = coverArt(title);
  const name = palette ?? art.palette;
  return (
    <Drawing
      className={className}
      aria-hidden="true"
      focusable="false"
      viewBox={bare ? COVER_FRAME : `0 0 ${COVER_SIZE.width} ${COVER_SIZE.height}`}
      preserveAspectRatio={bare ? 'xMinYMax meet' : 'xMidYMid slice'}
      strokeLinecap="round"
    >
      {!bare && <rect {...COVER_SIZE} fill={coverColor(name, 'ground')} />}
      {art.shapes.map(({ d, role, strokeWidth }) => (
        <path
          key={d}
          d={d}
          fill={strokeWidth ? 'none' : coverColor(name, role)}
          stroke={strokeWidth ? coverColor(name, role) : undefined}
          strokeWidth={strokeWidth}
        />
      ))}
    </Drawing>
  );
}

/** A cover in 16:9, as wide as its card. */
export const CardCover = styled(Cover)`
  aspect-ratio: 16 / 9;
  block-size: auto;
`;
