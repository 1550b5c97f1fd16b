import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { type ComponentType, useState } from 'react';
import type { AnyRecordKind, Draft, Editable } from '../../kinds/model/define-record.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { readWithDraft } from '../data/drafts.ts';
import { namesOf } from '../data/history.ts';
import { type Comparison, referencesIn, type Values, withTextsOf } from '../model/merge-record.ts';
import type { ComparisonScreenProps } from './compare-and-merge.tsx';

interface Compared<Kind extends AnyRecordKind> {
  readonly comparison: Comparison;
  readonly stored: Editable<Kind>;
  readonly Screen: ComponentType<ComparisonScreenProps>;
}

interface Options<Kind extends AnyRecordKind> {
  /** Null for a new record, which nobody else has. */
  readonly record: Editable<Kind> | null;
  /** The values that typing began with; undefined for input that an earlier release kept. */
  readonly began: Values | undefined;
  readonly version: string | null;
  /** By default a record is read from its table. */
  readonly read: ((client: StaffClient) => Promise<Editable<Kind>>) | undefined;
  readonly typed: () => Values;
  readonly onMerged: (values: Values, stored: Editable<Kind>) => void;
  readonly onGone: () => void;
}

interface Typed<Kind extends AnyRecordKind> extends Pick<Options<Kind>, 'read' | 'began'> {
  readonly mine: Values;
  /** The version that typing began with. */
  readonly version: string | null;
}

/**
 * The version that the input is merged with, and what both began with: the draft that somebody else has saved, else the
 * record. A draft of an earlier version of the record takes the present one into account then.
 */
function against<Kind extends AnyRecordKind>(read: Editable<Kind>, version: string | null, began: Values | null) {
  const { draft, ...record } = read;
  if (!draft) return { base: began, other: record.values as Values, stored: read };
  if (draft.updatedAt !== version) return { base: began, other: draft.values as Values, stored: read };
  const current: Draft<Kind> = { ...draft, isStale: false, base: record.updatedAt };
  return { base: draft.began as Values | null, other: record.values as Values, stored: { ...read, draft: current } };
}

async function compare<Kind extends AnyRecordKind>(
  kind: Kind,
  id: string,
  { mine, began, version, read: readStored }: Typed<Kind>,
): Promise<Compared<Kind>> {
  const { fields } = kind;
  const [read, { CompareAndMerge }] = await Promise.all([
    asStaff(readStored ?? ((client) => readWithDraft(client, kind, id))),
    import(/* webpackChunkName: "admin-merge" */ './compare-and-merge.tsx'),
  ]);
  const { base, other, stored } = against(read, version, began ?? null);
  const theirs = withTextsOf(fields, base ?? mine, other);
  const versions = { base, mine, theirs };
  const ids = referencesIn(fields, base ? [base, mine, theirs] : [mine, theirs]);
  const names = new Map(await asStaff((client) => namesOf(client, ids)));
  return {
    comparison: { ...versions, fields, names },
    stored: stored.draft ? stored : { ...stored, values: theirs as typeof stored.values },
    Screen: CompareAndMerge,
  };
}

/** Shows the stored version beside the input, and takes over what a person decides. */
export function useComparison<Kind extends AnyRecordKind>(kind: Kind, options: Options<Kind>) {
  const { record, began, version, read, typed, onMerged, onGone } = options;
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | Compared<Kind>>('closed');
  const open = async () => {
    if (!record) return;
    setState('loading');
    try {
      setState(await compare(kind, record.id, { mine: typed(), began, version, read }));
    } catch (error) {
      console.error(error);
      const isGone = error instanceof DataError && error.code === 'not_found';
      setState(isGone ? 'closed' : 'failed');
      if (isGone) onGone();
    }
  };
  const shown = typeof state === 'object' ? state : null;
  return {
    loading: state === 'loading',
    failed: state === 'failed',
    shown: shown && { comparison: shown.comparison, Screen: shown.Screen },
    open: (): void => void open(),
    back: () => setState('closed'),
    use: (values: Values) => {
      if (shown) onMerged(values, shown.stored);
      setState('closed');
    },
  };
}
