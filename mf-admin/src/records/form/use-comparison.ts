import { DataError } from '@ki/shared/data/errors.ts';
import { type ComponentType, useState } from 'react';
import { asStaff } from '../data/as-staff.ts';
import { namesOf } from '../data/history.ts';
import { readRecord } from '../data/records.ts';
import type { ComparisonScreenProps } from '../merge/compare-and-merge.tsx';
import type { AnyRecordKind, Editable } from '../model/define-record.ts';
import { type Comparison, referencesIn, type Values, withTextsOf } from '../model/merge-record.ts';

interface Compared<Kind extends AnyRecordKind> {
  readonly comparison: Comparison;
  readonly stored: Editable<Kind>;
  readonly Screen: ComponentType<ComparisonScreenProps>;
}

interface Options<Kind extends AnyRecordKind> {
  /** Null for a new record, which nobody else has. */
  readonly record: Editable<Kind> | null;
  /** The values that typing began with; undefined for a draft of an earlier release. */
  readonly began: Values | undefined;
  readonly typed: () => Values;
  readonly onMerged: (values: Values, stored: Editable<Kind>) => void;
  readonly onGone: () => void;
}

async function compare<Kind extends AnyRecordKind>(
  kind: Kind,
  id: string,
  { mine, began }: { readonly mine: Values; readonly began: Values | undefined },
): Promise<Compared<Kind>> {
  const { fields } = kind;
  const [read, { CompareAndMerge }] = await Promise.all([
    asStaff((client) => readRecord(client, kind, id)),
    import(/* webpackChunkName: "admin-merge" */ '../merge/compare-and-merge.tsx'),
  ]);
  const theirs = withTextsOf(fields, began ?? mine, read.values as Values);
  const versions = { base: began ?? null, mine, theirs };
  const ids = referencesIn(fields, began ? [began, mine, theirs] : [mine, theirs]);
  const names = new Map(await asStaff((client) => namesOf(client, ids)));
  return {
    comparison: { ...versions, fields, names },
    stored: { ...read, values: theirs as typeof read.values },
    Screen: CompareAndMerge,
  };
}

/** Shows the stored version beside the input, and takes over what a person decides. */
export function useComparison<Kind extends AnyRecordKind>(kind: Kind, options: Options<Kind>) {
  const { record, began, typed, onMerged, onGone } = options;
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | Compared<Kind>>('closed');
  const open = async () => {
    if (!record) return;
    setState('loading');
    try {
      setState(await compare(kind, record.id, { mine: typed(), began }));
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
