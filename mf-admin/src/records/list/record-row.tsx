import { Badge } from '@ki/shared/ui/badge.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import type { ComponentProps, ReactNode } from 'react';
import styled from 'styled-components';
import { deleteRecord } from '../../kinds/data/records.ts';
import type { AnyRecordKind, DraftSchedule } from '../../kinds/model/define-record.ts';
import { publicAddressOf } from '../../kinds/model/public-address.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { siteDateTime } from '../../kit/model/zones.ts';
import { RowActions, RowLink, RowTitle } from '../../kit/table/row.tsx';
import { ConfirmedAction, type DeleteButtonProps } from '../../versions/delete-button.tsx';
import { copyAddress } from '../routes.ts';

const Changed = styled.div`
  margin-block-start: ${space[1]};
  font-weight: 400;
`;

function WithChanges({ draft: { publishAt, failure } }: { readonly draft: DraftSchedule }) {
  if (failure !== null)
    return (
      <Changed>
        <Badge $tone="danger">Published, with changes that could not be published</Badge>
      </Changed>
    );
  const until = publishAt === null ? '' : ` until ${siteDateTime(publishAt)}`;
  return (
    <Changed>
      <Badge $tone="brand">{`Published, with changes${until}`}</Badge>
    </Changed>
  );
}

interface RecordTitleProps extends Omit<ComponentProps<typeof RowTitle>, 'children'> {
  readonly draft?: DraftSchedule | null | undefined;
}

export const RecordTitle = ({ draft, ...row }: RecordTitleProps) => (
  <RowTitle {...row}>{draft && <WithChanges draft={draft} />}</RowTitle>
);

export interface DeleteRecordProps extends Pick<DeleteButtonProps, 'row'> {
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

export interface ViewLinkProps {
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

export interface RecordActionsProps extends Pick<DeleteRecordProps, 'row'> {
  readonly kind: DeleteRecordProps['kind'] & ViewLinkProps['kind'] & Pick<AnyRecordKind, 'at'>;
  readonly duplicates?: true | undefined;
  readonly children?: ReactNode;
}

export const RecordActions = ({ kind, row, duplicates, children }: RecordActionsProps) => (
  <RowActions id={row.id}>
    {children}
    <RowLink id={row.id} to={kind.at?.edit(row) ?? ''}>
      Edit
    </RowLink>
    {publicAddressOf(kind, row) !== null && <ViewLink kind={kind} row={row} />}
    {duplicates && kind.at?.new !== undefined && (
      <RowLink id={row.id} to={copyAddress(kind.at.new, row)} variant="quiet">
        Duplicate
      </RowLink>
    )}
    <DeleteRecord kind={kind} row={row} />
  </RowActions>
);
