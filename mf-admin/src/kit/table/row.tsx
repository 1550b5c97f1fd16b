import { Badge } from '@ki/shared/ui/badge.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { Children, type ReactNode, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { deleteRecord } from '../../kinds/data/records.ts';
import type { AnyRecordKind, DraftSchedule } from '../../kinds/model/define-record.ts';
import { publicAddressOf } from '../../kinds/model/public-address.ts';
import { copyAddress } from '../../records/routes.ts';
import type { Restore } from '../../versions/data/history.ts';
import { useMessages } from '../../versions/messages.ts';
import { asStaff } from '../data/as-staff.ts';
import { siteDateTime } from '../model/zones.ts';
import { failureText } from '../use-operation.ts';
import { DialogButton } from './dialog-button.tsx';
import { MORE_WIDTH, MoreActions, useFitting } from './more-actions.tsx';
import { FailuresBelow } from './row-failure.tsx';

const More = styled.span`
  display: block;
  color: ${color.muted};
  font-size: ${size.small};
  font-weight: 400;
`;

/** Id of a row's title, for `aria-describedby` of its buttons and links. */
export const titleId = (id: string) => `row-${id}`;

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

export const RowTitle = ({
  id,
  title,
  more,
  draft,
}: {
  readonly id: string;
  readonly title: string;
  readonly more?: string;
  readonly draft?: DraftSchedule | null | undefined;
}) => (
  <>
    <span lang="de">
      <span id={titleId(id)}>{title}</span>
      {more && <More>{more}</More>}
    </span>
    {draft && <WithChanges draft={draft} />}
  </>
);

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[1]};

  @media (max-width: 47.99rem) {
    /* Fills its container without widening it. */
    inline-size: 0;
    min-inline-size: 100%;
    flex-wrap: wrap;
  }

  @media (min-width: 48rem) and (max-width: 89.99rem) {
    flex-wrap: wrap;
  }
`;

const Action = styled.div`
  display: flex;
  flex: none;

  /* A table cell takes its minimum width from wrapped labels, which would let the last button overflow. */
  :is(a, button) {
    white-space: nowrap;
  }
`;

/** The actions of a row or card. On a phone those that do not fit into one line are in a menu. */
export function RowActions({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const actions = Children.toArray(children).map((action, index) => (
    <Action key={index} data-action="">
      {action}
    </Action>
  ));
  const fitting = useFitting(row, actions.length, MORE_WIDTH);
  return (
    <FailuresBelow>
      <Row ref={row} className={className}>
        {actions.slice(0, fitting)}
        {fitting < actions.length && <MoreActions describedBy={titleId(id)}>{actions.slice(fitting)}</MoreActions>}
      </Row>
    </FailuresBelow>
  );
}

export interface RowLinkProps {
  readonly id: string;
  readonly to: string;
  readonly variant?: 'secondary' | 'quiet';
  readonly children: string;
}

export const RowLink = ({ id, to, variant = 'secondary', children }: RowLinkProps) => (
  <ButtonLink to={to} variant={variant} size="small" aria-describedby={titleId(id)}>
    {children}
  </ButtonLink>
);

interface DeleteButtonProps {
  readonly row: { readonly id: string; readonly title: string };
  readonly question: string;
  readonly failure: string;
  /** May return what undoes the deletion, a {@link Restore}; by default this is a restore from the trash. */
  readonly run: (id: string) => Promise<unknown>;
  /** By default `Delete`, which can be undone. */
  readonly action?: string;
}

const isRestore = (result: unknown): result is Restore => typeof result === 'function';

export function DeleteButton({ row: { id, title }, question, failure, run, action }: DeleteButtonProps) {
  const { offerUndo } = useMessages();
  return (
    <DialogButton
      label={action ?? 'Delete'}
      variant="quiet"
      titleId={titleId(id)}
      title={question}
      isDangerous
      operation={async () => {
        const restore = await run(id);
        if (!action) offerUndo({ id, name: title, restore: isRestore(restore) ? restore : undefined });
      }}
      failureOf={(error) => failureText(error, failure)}
    >
      <p lang="de">{title}</p>
    </DialogButton>
  );
}

/** A {@link DeleteButton} that reloads the data of the page. */
export function ConfirmedAction({ run, ...rest }: DeleteButtonProps) {
  const { revalidate } = useRevalidator();
  const runAndReload = async (id: string) => {
    const restore = await run(id);
    await revalidate();
    return restore;
  };
  return <DeleteButton {...rest} run={runAndReload} />;
}

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
  readonly kind: DeleteRecordProps['kind'] & ViewLinkProps['kind'];
  readonly edit: string;
  /** The form of a new record, where the row can be duplicated. */
  readonly add?: string;
  readonly children?: ReactNode;
}

export const RecordActions = ({ kind, row, edit, add, children }: RecordActionsProps) => (
  <RowActions id={row.id}>
    {children}
    <RowLink id={row.id} to={edit}>
      Edit
    </RowLink>
    {publicAddressOf(kind, row) !== null && <ViewLink kind={kind} row={row} />}
    {add !== undefined && (
      <RowLink id={row.id} to={copyAddress(add, row)} variant="quiet">
        Duplicate
      </RowLink>
    )}
    <DeleteRecord kind={kind} row={row} />
  </RowActions>
);
