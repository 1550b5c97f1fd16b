import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Axes } from '../model/axes.ts';
import { filterOnly, type Places, type Row, type Slot, tableOf } from '../model/table.ts';
import { addressOf, type View, withFilter } from '../model/view.ts';
import { Code, Table } from './matrix-table-style.ts';
import type { OpenWorkshop } from './open-workshop.ts';

interface MatrixTableProps {
  readonly axes: Axes;
  readonly places: Places;
  readonly view: View;
  readonly links: View;
  readonly open: OpenWorkshop;
}

export function MatrixTable({ axes, places, view, links, open }: MatrixTableProps) {
  const rows = useMemo(() => tableOf(places, axes, view.filter), [places, axes, view.filter]);
  return (
    <Table>
      <caption>Workshops nach Kategorie und Zielgruppe, in jedem Feld nach Niveau</caption>
      <thead>
        <tr>
          <td />
          {rows[0]?.cells.map(({ column }) => (
            <th key={column.code} scope="col">
              <Code>{column.code}</Code> {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <MatrixRow key={row.row.code} row={row} {...{ view, links, open }} />
        ))}
      </tbody>
    </Table>
  );
}

type MatrixRowProps = Pick<MatrixTableProps, 'view' | 'links' | 'open'> & { readonly row: Row };

const MatrixRow = ({ row: { row, cells }, view, links, open }: MatrixRowProps) => (
  <tr>
    <th scope="row">
      <Code>{row.code}</Code> {row.name}
    </th>
    {cells.map(({ column, slots }) => (
      <td key={column.code}>
        <p aria-hidden="true">{column.name}</p>
        <dl>
          {slots.map((slot) => (
            <MatrixSlot
              key={slot.value.code}
              slot={slot}
              links={links}
              open={open}
              all={addressOf(
                withFilter({ ...view, layout: 'cards' }, filterOnly(view.filter, row, column, slot.value)),
              )}
            />
          ))}
        </dl>
      </td>
    ))}
  </tr>
);

interface MatrixSlotProps {
  readonly slot: Slot;
  readonly links: View;
  readonly open: OpenWorkshop;
  readonly all: string;
}

const MatrixSlot = ({ slot: { value, count, first }, links, open, all }: MatrixSlotProps) => (
  <div>
    <dt title={value.name}>
      {value.code}
      <VisuallyHidden>: {value.name}</VisuallyHidden>
    </dt>
    <dd>
      {count === 0 && <span>–</span>}
      {first.map(({ id, title }) => (
        <a key={id} href={addressOf({ ...links, workshop: id })} onClick={open}>
          {title}
        </a>
      ))}
      {count > first.length && (
        <Link to={all} data-more="">
          {`Alle ${count} zeigen`}
        </Link>
      )}
    </dd>
  </div>
);
