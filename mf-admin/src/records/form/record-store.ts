import type { StaffClient } from '@ki/shared/data/clients.ts';
import { columnsOf, contentOf, createdSince, createRecord, saveRecord, storedOf } from '../../kinds/data/records.ts';
import type { AnyRecord, AnyRecordKind, Values } from '../../kinds/model/define-record.ts';
import { same } from '../../kit/model/same.ts';
import { type DraftVersion, publishDraft, saveDraft } from '../../versions/data/drafts.ts';
import { readEditing } from '../../versions/data/editing.ts';
import type { Editing, Saving } from './editing.ts';
import type { Sent } from './use-unsaved-input.ts';

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
