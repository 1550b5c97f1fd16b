import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError, UNREACHABLE } from '@ki/shared/data/errors.ts';
import { columnsOf, contentOf, createdSince, createRecord, saveRecord, storedOf } from '../../kinds/data/records.ts';
import type { AnyRecord, AnyRecordKind, StoreAs, Values } from '../../kinds/model/define-record.ts';
import { isLive, isUnpublished, publicAddressOf, publicationRuleOf } from '../../kinds/model/publication.ts';
import { same } from '../../kit/model/same.ts';
import { isDenial } from '../../kit/use-operation.ts';
import { type DraftVersion, publishDraft, saveDraft } from '../../versions/data/drafts.ts';
import { readEditing } from '../../versions/data/editing.ts';
import type { Editing, FormKind } from './form-core.ts';
import type { SaveError, Saving } from './form-state.ts';
import type { Sent } from './use-unsaved-input.ts';

/** The values that a copy begins with. A value that is unique, or that a record has for itself, begins anew. */
export function copyOf(kind: Pick<FormKind<Values>, 'fields' | 'initial' | 'reasons'>, values: Values): Values {
  const unique = Object.entries(kind.reasons).flatMap(([constraint, { field }]) =>
    constraint.endsWith('_key') ? [field] : [],
  );
  const own = Object.keys(kind.fields).filter((name) => kind.fields[name]?.isOwn);
  const anew = [...unique, ...own].map((name) => [name, kind.initial[name]]);
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

export type Stored = AnyRecord['stored'];

async function presentVersion(client: StaffClient, kind: AnyRecordKind, id: string): Promise<DraftVersion> {
  const { draft, updatedAt } = await readEditing(client, kind, id);
  return { version: draft?.updatedAt ?? null, base: updatedAt };
}

/** Stores what a form holds: in the record, or in its draft. `record`: null for a new one. Returns the id. */
export async function storeRecord(
  client: StaffClient,
  kind: AnyRecordKind,
  record: AnyRecord | null,
  columns: Stored,
  output: Values,
  { creation, defaults, source }: Pick<Editing<AnyRecordKind>, 'creation' | 'defaults' | 'source'>,
  { version, draft: waiting }: Saving,
): Promise<string> {
  if (!record) return creation ? creation.create(client, output) : createRecord(client, kind, columns, defaults?.());
  const { id, draft } = record;
  if (!draft && !waiting) {
    await (source ? source.save(client, columns, version) : saveRecord(client, kind, id, columns, version));
    return id;
  }
  const known = draft ? { version, base: draft.base } : { version: null, base: version };
  const from = version === null ? await presentVersion(client, kind, id) : known;
  const stored = columnsOf(kind, columns);
  if (waiting) await saveDraft(client, kind, id, stored, { ...from, publishAt: draft?.publishAt ?? null, ...waiting });
  else await publishDraft(client, kind, id, stored, from);
  return id;
}

/** As the database stores it: letters and their marks are composed. */
const withComposedTexts = (content: unknown): unknown =>
  JSON.parse(JSON.stringify(content), (_, value) => (typeof value === 'string' ? value.normalize('NFC') : value));

/** The record that a save without an answer has created; null: there is none. When it is published, the database says. */
export async function findCreated(
  client: StaffClient,
  kind: AnyRecordKind,
  { values, since }: Sent,
  { creation, copied }: Pick<Editing<AnyRecordKind>, 'creation' | 'copied'>,
): Promise<string | null> {
  const contentIn = (row: Readonly<Record<string, unknown>>) => {
    const entries = Object.entries(contentOf(kind, row).values);
    return withComposedTexts(Object.fromEntries(entries.filter(([name]) => !kind.fields[name]?.publication)));
  };
  const sent = contentIn(columnsOf(kind, storedOf(kind, values)));
  const rows = creation ? await creation.createdSince(client, since) : await createdSince(client, kind, since);
  const created = rows.find((row) => row.id !== copied?.id && same(contentIn(row), sent));
  return created ? String(created.id) : null;
}

/** The database has answered: it has stored nothing. */
export const isAnswer = (error: unknown): boolean => error instanceof DataError && error.code !== 'unavailable';

export function saveErrorOf(error: unknown): SaveError {
  if (!(error instanceof DataError)) return 'failed';
  if (error.code === 'not_found') return 'gone';
  return error.code === 'conflict' && !error.constraint ? 'conflict' : 'failed';
}

/** A violated constraint has a text of the kind; the database names a field, or its column, as the hint of its message. */
export function reasonOf(
  { reasons, fields }: Pick<FormKind<Values>, 'reasons' | 'fields'>,
  { constraint, hint, message }: DataError,
) {
  if (constraint) return reasons[constraint];
  const field = Object.keys(fields).find((name) => name === hint || fields[name]?.column === hint);
  return field === undefined ? undefined : { field, message };
}

/** A rule of the database that is about no field of the form, in its own words; or why there was no answer of it. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof DataError) || error.constraint) return null;
  if (error.code === 'unavailable') return error.hint === 'no_answer' ? error.message : UNREACHABLE;
  return error.code === 'invalid' || isDenial(error) ? error.message : null;
}

/** Wrong fields of nested values, such as hours and minutes, count each. */
export function countOf(errors: object): number {
  if ('message' in errors && typeof errors.message === 'string') return 1;
  return Object.values(errors).reduce((sum: number, error) => sum + (error ? countOf(error) : 0), 0);
}
