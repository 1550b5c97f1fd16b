import { Button, ButtonLink, type ButtonLinkProps } from '@ki/shared/ui/button.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { createContext, type ReactNode, useContext, useEffect, useId, useMemo, useState } from 'react';
import styled from 'styled-components';
import { asStaff } from './data/as-staff.ts';
import { type Act, type RefusedActs, readRefusals } from './data/refusals.ts';
import { Note } from './part.tsx';
import { useIsNarrow } from './use-role.ts';

/** Why a button is disabled, and the id of the element that says so. */
export interface Refusal {
  readonly reason: string;
  readonly noteId: string;
}

type ByRecord = ReadonlyMap<string, RefusedActs>;

interface Known {
  /** What most buttons of the list do. */
  readonly act: Act;
  /** The reason of all records. */
  readonly all: Refusal | null;
  /** Reasons that stand above the list instead of in its rows. */
  readonly above: readonly Refusal[];
  readonly byRecord: ByRecord;
}

const NOTHING: ByRecord = new Map();
const ALLOWED: Known = { act: 'change', all: null, above: [], byRecord: NOTHING };
const RefusalsContext = createContext(ALLOWED);

interface Asked<Row> {
  /** The table of the rows, or of each row; a function must keep its identity. */
  readonly kind: string | ((row: Row) => string);
  /** Must keep its identity between renders. */
  readonly rows: readonly Row[];
}

/** One request for a list, and none for publishers. Empty until it is read; the database decides in any case. */
function useRead<Row extends { readonly id: string }>({ kind, rows }: Asked<Row>): ByRecord {
  const isNarrow = useIsNarrow();
  const [byRecord, setByRecord] = useState(NOTHING);
  // The database knows the role of the account.
  useEffect(() => {
    if (!isNarrow || rows.length === 0) return;
    let isCurrent = true;
    const records = rows.map((row) => ({ id: row.id, kind: typeof kind === 'string' ? kind : kind(row) }));
    asStaff((client) => readRefusals(client, records)).then(
      (read) => isCurrent && setByRecord(read),
      (error: unknown) => console.error(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [isNarrow, kind, rows]);
  return byRecord;
}

function knownOf(byRecord: ByRecord, act: Act, isShort: boolean, id: string): Known {
  const reasons = [...new Set([...byRecord.values()].map((acts) => acts[act]))];
  const refusals = reasons.flatMap((reason, index) => (reason ? { reason, noteId: `${id}-${index}` } : []));
  const all = reasons.length === 1 ? (refusals[0] ?? null) : null;
  return { act, all, above: all || isShort ? refusals : [], byRecord };
}

interface ProviderProps<Row> extends Asked<Row>, Partial<Pick<Known, 'act'>> {
  /** The rows have no room for reasons. */
  readonly isShort?: boolean;
  readonly children: ReactNode;
}

/** Lets the buttons below know what the role of the account does not allow. */
export function RefusalsProvider<Row extends { readonly id: string }>(props: ProviderProps<Row>) {
  const { act = 'change', isShort = false, children } = props;
  const byRecord = useRead(props);
  const id = useId();
  const known = useMemo(() => knownOf(byRecord, act, isShort, id), [byRecord, act, isShort, id]);
  return <RefusalsContext value={known}>{children}</RefusalsContext>;
}

/** The reasons that stand above the list. */
export function CommonRefusals() {
  const { above } = useContext(RefusalsContext);
  return (
    above.length > 0 && (
      <div>
        {above.map(({ reason, noteId }) => (
          <Note key={noteId} id={noteId}>
            {reason}
          </Note>
        ))}
      </div>
    )
  );
}

export const Refusals = <Row extends { readonly id: string }>({ children, ...asked }: ProviderProps<Row>) => (
  <RefusalsProvider {...asked}>
    <CommonRefusals />
    {children}
  </RefusalsProvider>
);

const noteIdOf = (record: string, act: Act) => `refusal-${act}-${record}`;

/** Why the role of the account does not allow an act on a record; on a part of one, why it allows none in this list. */
export function useRefusal(record: string, act: Act = 'change'): Refusal | null {
  const { all, above, byRecord } = useContext(RefusalsContext);
  const acts = byRecord.get(record);
  if (!acts) return all;
  const reason = acts[act];
  if (reason === undefined) return null;
  const common = above.find((refusal) => refusal.reason === reason);
  return common ?? { reason, noteId: noteIdOf(record, acts.change === reason ? 'change' : act) };
}

/** Why the order of a list cannot be changed, which writes each of its rows. */
export function useOrderRefusal(): Refusal | null {
  const { act, all, byRecord } = useContext(RefusalsContext);
  if (all) return all;
  for (const [record, { [act]: reason }] of byRecord) {
    if (reason !== undefined) return { reason, noteId: noteIdOf(record, act) };
  }
  return null;
}

interface RefusalNoteProps {
  readonly record: string;
  readonly act?: Act;
}

const InRow = styled(Note)`
  /* A line of its own in the row of an order. */
  grid-column: 1 / -1;
  flex: 1 0 100%;
  margin-block-start: ${space[1]};
`;

/** The reason of a refusal, beside its buttons, unless it stands elsewhere. */
export function RefusalNote({ record, act = 'change' }: RefusalNoteProps) {
  const refusal = useRefusal(record, act);
  return refusal?.noteId === noteIdOf(record, act) && <InRow id={refusal.noteId}>{refusal.reason}</InRow>;
}

/** For `aria-describedby` of a button that may be refused. */
export const describedBy = (title: string, refusal: Refusal | null): string =>
  refusal ? `${title} ${refusal.noteId}` : title;

const ONLY_PUBLISHERS = 'Only publishers may do this.';

/** Parts of a page that change things of nobody, of which there is no record to ask about. */
export function OnlyPublishers({ children }: { readonly children: ReactNode }) {
  const isNarrow = useIsNarrow();
  const noteId = useId();
  const known = useMemo(() => {
    const all = { reason: ONLY_PUBLISHERS, noteId };
    return isNarrow ? { ...ALLOWED, all, above: [all] } : ALLOWED;
  }, [isNarrow, noteId]);
  return (
    <RefusalsContext value={known}>
      <CommonRefusals />
      {children}
    </RefusalsContext>
  );
}

interface AddLinkProps extends Pick<ButtonLinkProps, 'variant' | 'size' | 'icon' | 'children' | 'aria-describedby'> {
  readonly to: string;
}

/** A link to the form of a new part; a disabled button where the list cannot be changed. */
export function AddLink({ to, ...look }: AddLinkProps) {
  const refusal = useOrderRefusal();
  if (!refusal) return <ButtonLink to={to} {...look} />;
  const title = look['aria-describedby'];
  return <Button {...look} aria-disabled aria-describedby={title ? describedBy(title, refusal) : refusal.noteId} />;
}
