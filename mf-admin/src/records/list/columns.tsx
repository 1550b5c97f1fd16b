import { formatDuration } from '@ki/shared/format/durations.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import type { ReactNode } from 'react';
import type { AnyRecordKind, ListedRow } from '../../kinds/model/define-record.ts';
import type { Field, FieldKind } from '../../kinds/model/field.ts';
import { columnsOf } from '../../kit/table/data-table.tsx';
import { Published } from './published.tsx';
import { RecordActions, RecordTitle } from './record-row.tsx';

type Cell = (value: unknown, field: Field) => ReactNode;

const asText: Cell = (value) => (value === null || value === undefined ? '' : String(value));

/** The cells of the kinds of fields that are not as their text. A list reads the name of a reference beside it. */
const CELLS: Readonly<Partial<Record<FieldKind, Cell>>> = {
  flag: (value) => (value === true ? 'Yes' : 'No'),
  choice: (value, { choices }) => choices?.[String(value)] ?? String(value),
  lines: (value) => [value].flat().join(', '),
  moment: (value) => <Published publishedAt={typeof value === 'string' ? value : null} />,
  duration: (value) => formatDuration(String(value)),
};

/** The name of a record that a row refers to. */
const asName = (value: unknown) =>
  typeof value === 'string' && (
    <Badge $tone="brand" lang="de">
      {value}
    </Badge>
  );

type Column<Row> = readonly [heading: string, cell: (row: Row) => ReactNode];

interface RecordColumns<Row> {
  /** The text beside the title. */
  readonly more?: (row: Row) => string;
  /** Columns that are not as the kinds of their fields; null: no column. */
  readonly own?: { readonly [Name in keyof Row]?: Column<Row> | null };
  /** Columns without a field. */
  readonly also?: readonly Column<Row>[];
  readonly actions?: (row: Row) => ReactNode;
  readonly duplicates?: true;
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function columnOf(kind: AnyRecordKind, name: string): Column<unknown> {
  const field = kind.fields[name];
  const valueIn = (row: unknown) => (row as Readonly<Record<string, unknown>>)[name];
  const asShown = typeof kind.shown[name] === 'object' ? asName : String;
  if (!field) return [capitalized(name), (row) => asShown(valueIn(row))];
  return [field.label, (row) => (CELLS[field.kind] ?? asText)(valueIn(row), field)];
}

/** The columns of the fields that a list reads: the title of a row first, its actions last. */
export function recordColumns<Kind extends AnyRecordKind, Row extends ListedRow<Kind> = ListedRow<Kind>>(
  kind: Kind,
  { more, own, also = [], actions, duplicates }: RecordColumns<Row>,
) {
  const [title = '', ...names] = kind.listed;
  const titleOf = (row: Row) => String((row as Readonly<Record<string, unknown>>)[title]);
  const special = own as Readonly<Record<string, Column<Row> | null>> | undefined;
  const named = names.flatMap((name) => {
    const column = special?.[name] === undefined ? columnOf(kind, name) : special[name];
    return column ? [[name, ...column] as const] : [];
  });
  const heading = special?.[title] ?? [
    kind.fields[title]?.label ?? '',
    (row: Row) => <RecordTitle id={row.id} title={titleOf(row)} more={more?.(row)} draft={row.draft} />,
  ];
  return columnsOf<Row>([
    [title, ...heading],
    ...named,
    ...also.map((column) => [column[0], ...column] as const),
    [
      'actions',
      'Actions',
      actions ?? ((row) => <RecordActions kind={kind} row={{ ...row, title: titleOf(row) }} duplicates={duplicates} />),
    ],
  ]);
}
