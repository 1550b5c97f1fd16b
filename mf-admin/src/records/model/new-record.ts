import type { AnyRecordKind, StoreAs } from '../../kinds/model/define-record.ts';
import { isLive, isUnpublished, publicAddressOf, publicationRuleOf } from '../../kinds/model/publication.ts';

export type Reasons = Readonly<Record<string, { readonly field: string; readonly message: string }>>;

interface CopiedKind<Values> {
  readonly fields: AnyRecordKind['fields'];
  readonly initial: Values;
  readonly reasons: Reasons;
}

/** The values that a copy begins with. A value that is unique, or that a record has for itself, begins anew. */
export function copyOf<Values extends object>(kind: CopiedKind<Values>, values: Values): Values {
  const unique = Object.entries(kind.reasons).flatMap(([constraint, { field }]) =>
    constraint.endsWith('_key') ? [field] : [],
  );
  const own = Object.keys(kind.fields).filter((name) => kind.fields[name]?.isOwn);
  const anew = [...unique, ...own].map((name) => [name, kind.initial[name as keyof Values]]);
  return { ...kind.initial, ...values, ...Object.fromEntries(anew) };
}

interface Opened {
  readonly stored: object;
  readonly draft?: object | null;
}

export type Choices = ReturnType<typeof choicesOf>;

/** The choices that a form offers besides its submit button. `draft`: a new record, or changes of one, can wait. */
export function choicesOf(kind: Pick<AnyRecordKind, 'fields' | 'hasDrafts' | 'isLive'>, record: Opened | null) {
  const [name = '', rule] = publicationRuleOf(kind) ?? [];
  const field = kind.fields[name];
  const isPublicAtOnce = field === undefined || field.toStored(field.initial, undefined) !== rule?.unpublished;
  const hasLive = record !== null && kind.hasDrafts === true && (isLive(kind, record.stored) || Boolean(record.draft));
  const mayWait = field !== undefined && (record === null || (!hasLive && isUnpublished(kind, record.stored)));
  return {
    draft: hasLive || (mayWait && isPublicAtOnce),
    /** How work is stored that visitors do not see; null: not at all, or the record is public from a later time on. */
    keeps: hasLive ? ({ draft: {} } as const) : mayWait ? ({ as: 'unpublished' } as const) : null,
    /** The submit button changes what visitors see. */
    publishes: record ? hasLive : isPublicAtOnce,
    publish: record !== null && isUnpublished(kind, record.stored),
  };
}

/** The outcome for a record, as a message says it. */
export function changeOf(
  kind: Pick<AnyRecordKind, 'fields' | 'view'>,
  stored: { readonly id: string },
  isNew: boolean,
  as: StoreAs | undefined,
): string {
  if (isUnpublished(kind, stored)) return isNew ? 'was created as a draft' : 'was saved as a draft';
  if (as === 'published') return 'was published';
  const done = isNew ? 'was created' : 'was saved';
  const [name = '', rule] = publicationRuleOf(kind) ?? [];
  if (rule?.time && !isLive(kind, stored)) {
    return `${done} and is scheduled for ${rule.time(stored[name as keyof typeof stored])}`;
  }
  return isNew && publicAddressOf(kind, stored) !== null ? `${done} and is public` : done;
}
