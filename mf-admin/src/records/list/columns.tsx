import { formatDuration } from '@ki/shared/format/durations.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import type { ComponentProps, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { deleteRecord } from '../../kinds/data/records.ts';
import type { AnyRecordKind, DraftSchedule, ListedRow } from '../../kinds/model/define-record.ts';
import type { Field, FieldKind } from '../../kinds/model/field.ts';
import { publicAddressOf, publicationState } from '../../kinds/model/publication.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { wasSaved } from '../../kit/list-place.ts';
import { siteDateTime } from '../../kit/model/zones.ts';
import { Moment } from '../../kit/part.tsx';
import { columnsOf } from '../../kit/table/data-table.tsx';
import { RowActions, RowLink, RowTitle } from '../../kit/table/row.tsx';
import { ConfirmedAction, type DeleteButtonProps } from '../../versions/delete-button.tsx';
import { copyAddress } from '../routes.ts';

export function Published({ publishedAt }: { readonly publishedAt: string | null }) {
  if (publishedAt === null) return <Badge $tone="warning">Draft</Badge>;
  return (
    <Cluster $gap={2}>
      <Moment at={publishedAt} />
      {publicationState(publishedAt) === 'scheduled' && <Badge $tone="brand">Scheduled</Badge>}
    </Cluster>
  );
}

const Happened = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]};
  margin-block-start: ${space[1]};
  font-weight: 400;
`;

function WithChanges({ draft: { publishAt, failure }, to }: { readonly draft: DraftSchedule; readonly to: string }) {
  const changes = publishAt === null ? 'with changes' : `changes on ${siteDateTime(publishAt)}`;
  return failure === null ? (
    <Badge $tone="brand">{`Published, ${changes}`}</Badge>
  ) : (
    <>
      <Badge $tone="danger">Published, with changes that could not be published</Badge>
      <Link to={to}>{failure}</Link>
    </>
  );
}

interface RecordTitleProps extends Omit<ComponentProps<typeof RowTitle>, 'children'> {
  readonly draft?: DraftSchedule | null | undefined;
}

/** Events of a row, such as a save, are below its title. */
export function RecordTitle({ draft, ...row }: RecordTitleProps) {
  const isSaved = wasSaved(useLocation().state, row.id);
  return (
    <RowTitle {...row}>
      {(draft || isSaved) && (
        <Happened>
          {draft && <WithChanges draft={draft} to={row.to ?? ''} />}
          {isSaved && <Badge $tone="success">Saved just now</Badge>}
        </Happened>
      )}
    </RowTitle>
  );
}

interface DeleteRecordProps extends Pick<DeleteButtonProps, 'row'> {
  readonly kind: Pick<AnyRecordKind, 'table' | 'texts'>;
  readonly cascadeHint?: string;
}

export const DeleteRecord = ({ kind, row, cascadeHint = '' }: DeleteRecordProps) => (
  <ConfirmedAction
    row={row}
    question={kind.texts.deleteQuestion + cascadeHint}
    failure={kind.texts.deleteFailed}
    run={(id) => asStaff((client) => deleteRecord(client, kind, id))}
  />
);

interface ViewLinkProps {
  readonly kind: Pick<AnyRecordKind, 'fields' | 'view'>;
  /** It needs the fields that the public address takes. */
  readonly row: { readonly id: string };
}

export function ViewLink({ kind, row }: ViewLinkProps) {
  const address = publicAddressOf(kind, row);
  return (
    address !== null && (
      <RowLink id={row.id} to={address} variant="quiet">
        View
      </RowLink>
    )
  );
}

interface RecordActionsProps extends Pick<DeleteRecordProps, 'row'> {
  readonly kind: DeleteRecordProps['kind'] & ViewLinkProps['kind'] & Pick<AnyRecordKind, 'at'>;
  readonly duplicates?: true | undefined;
  readonly children?: ReactNode;
}

export const RecordActions = ({ kind, row, duplicates, children }: RecordActionsProps) => (
  <RowActions
    id={row.id}
    menu={[
      publicAddressOf(kind, row) !== null && <ViewLink key="view" kind={kind} row={row} />,
      duplicates && kind.at?.new !== undefined && (
        <RowLink key="copy" id={row.id} to={copyAddress(kind.at.new, row)} variant="quiet">
          Duplicate
        </RowLink>
      ),
    ]}
  >
    {children}
    <RowLink id={row.id} to={kind.at?.edit(row) ?? ''}>
      Edit
    </RowLink>
    <DeleteRecord kind={kind} row={row} />
  </RowActions>
);

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
  /** The address to which the title leads: that of the form by default. */
  readonly to?: (row: Row) => string | undefined;
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

export type ListedKind = Pick<AnyRecordKind, 'table' | 'texts' | 'fields' | 'listed' | 'hasDrafts'>;

export const titleIn = ({ listed: [title = ''] }: Pick<AnyRecordKind, 'listed'>, row: object) =>
  String((row as Readonly<Record<string, unknown>>)[title]);

/** The columns of the fields that a list reads: the title of a row first, its actions last. */
export function recordColumns<Kind extends AnyRecordKind, Row extends ListedRow<Kind> = ListedRow<Kind>>(
  kind: Kind,
  { more, own, also = [], actions, duplicates, to = (row) => kind.at?.edit(row) }: RecordColumns<Row>,
) {
  const [title = '', ...names] = kind.listed;
  const special = own as Readonly<Record<string, Column<Row> | null>> | undefined;
  const named = names.flatMap((name) => {
    const column = special?.[name] === undefined ? columnOf(kind, name) : special[name];
    return column ? [[name, ...column] as const] : [];
  });
  const heading = special?.[title] ?? [
    kind.fields[title]?.label ?? '',
    (row: Row) => (
      <RecordTitle id={row.id} title={titleIn(kind, row)} to={to(row)} more={more?.(row)} draft={row.draft} />
    ),
  ];
  return columnsOf<Row>([
    [title, ...heading],
    ...named,
    ...also.map((column) => [column[0], ...column] as const),
    [
      'actions',
      'Actions',
      actions ??
        ((row) => <RecordActions kind={kind} row={{ ...row, title: titleIn(kind, row) }} duplicates={duplicates} />),
    ],
  ]);
}
