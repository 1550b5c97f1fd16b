import { color, font, from } from '@ki/shared/ui/theme.ts';
import { memo } from 'react';
import styled from 'styled-components';
import type { Axes } from '../model/axes.ts';
import { DRAWN, type Places, placeOf } from '../model/table.ts';

const Drawing = styled.svg`
  display: none;
  overflow: visible;
  fill: ${color.muted};
  font: 600 11px ${font.text};
  letter-spacing: 0.04em;

  circle {
    fill: ${color.ground};
    stroke: ${color.edge};
    stroke-opacity: 0.55;
  }

  circle[data-found] {
    fill: ${color.brand};
    stroke: ${color.brand};
    stroke-opacity: 1;
  }

  ${from.wide} {
    display: block;
  }
`;

const STEP = 26;
const LEFT = 34;
const TOP = 22;
const GAP = 18;

/** A decorative drawing: a disc for each position, larger with its level, filled where a workshop was found. */
export const MatrixMap = memo(function MatrixMap({ axes, found }: { readonly axes: Axes; readonly found: Places }) {
  const [rows, columns, slots] = [axes[DRAWN.row], axes[DRAWN.column], axes[DRAWN.slot]];
  const x = (column: number, rung: number) => LEFT + column * (slots.length * STEP + GAP) + (rung + 0.5) * STEP;
  const y = (row: number) => TOP + (row + 0.5) * STEP;
  const width = LEFT + columns.length * (slots.length * STEP + GAP) - GAP;
  return (
    <Drawing width={width} height={TOP + rows.length * STEP} aria-hidden="true">
      {columns.map(({ code }, column) => (
        <text key={code} x={x(column, 0) - 8} y={10}>
          {code}
        </text>
      ))}
      {rows.map((row, line) => (
        <g key={row.code}>
          <text x={0} y={y(line) + 4}>
            {row.code}
          </text>
          {columns.map((column, index) =>
            slots.map((rung, height) => {
              const key = placeOf(row.code, column.code, rung.code);
              const on = key in found ? '' : undefined;
              return <circle key={key} cx={x(index, height)} cy={y(line)} r={4 + height * 2.5} data-found={on} />;
            }),
          )}
        </g>
      ))}
    </Drawing>
  );
});
