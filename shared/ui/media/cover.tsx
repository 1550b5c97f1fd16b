import type { CoverPalettePair } from '@ki/shared/contract/site.ts';
import styled from 'styled-components';
import { inBoth } from '../schemes.ts';
import {
  COVER_FRAME,
  COVER_PAINTS,
  COVER_SIZE,
  type CoverPaletteName,
  type CoverRole,
  coverArt,
  coverPalette,
} from './cover-art.ts';

const paints = COVER_PAINTS.map(({ role, strokeWidth }, index) => {
  const paint = strokeWidth ? `stroke: var(--k-${role}); stroke-width: ${strokeWidth};` : `fill: var(--k-${role});`;
  return `path:nth-child(${index + 1}) { ${paint} }`;
}).join('');

const Drawing = styled.svg`
  inline-size: 100%;
  block-size: 100%;
  fill: none;
  stroke-linecap: round;
  ${paints}
`;

const colours = ({ light, dark }: CoverPalettePair) =>
  (Object.keys(light) as CoverRole[]).map((role) => `--k-${role}: ${inBoth(light[role], dark[role])};`).join('');

const Painted = styled(Drawing)<{ $palette: CoverPaletteName }>`
  ${({ $palette }) => colours(coverPalette($palette))}
`;

export interface CoverProps {
  readonly title: string;
  readonly palette?: CoverPaletteName;
  readonly bare?: boolean;
  readonly className?: string;
}

export function Cover({ title, palette, bare, className }: CoverProps) {
  const art = coverArt(title);
  return (
    <Painted
      $palette={palette ?? art.palette}
      className={className}
      aria-hidden="true"
      viewBox={bare ? COVER_FRAME : `0 0 ${COVER_SIZE.width} ${COVER_SIZE.height}`}
      preserveAspectRatio={bare ? 'xMinYMax meet' : 'xMidYMid slice'}
    >
      {art.paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </Painted>
  );
}

export const CardCover = styled(Cover)`
  aspect-ratio: 16 / 9;
  block-size: auto;
  background: var(--k-ground);
  -webkit-print-color-adjust: exact;
  print-color-adjust: exact;
`;
