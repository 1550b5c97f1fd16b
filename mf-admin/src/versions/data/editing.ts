import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import { contentOf, readRecord, toEditable } from '../../kinds/data/records.ts';
import type { AnyRecordKind, Draft, Editable, PublishPermission } from '../../kinds/model/define-record.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';

const columns = z.record(z.string(), z.unknown());
const draftSchema = z.object({
  id: z.string(),
  updated_at: z.string(),
  content: columns,
  began: z.nullable(columns),
  is_stale: z.boolean(),
  publish_at: z.nullable(z.string()),
  failure: z.nullable(z.string()),
});

const editingSchema = z.pipe(
  z.object({
    /** Null for a new record, and for a kind without drafts. */
    record: z.nullable(columns),
    draft: z.nullable(draftSchema),
    refusal: z.nullable(z.string()),
    draft_refusal: z.nullable(z.string()),
    request: z.nullable(z.object({ at: z.string(), by: z.string(), is_own: z.boolean() })),
    origin: z.unknown(),
  }),
  z.transform(({ refusal, draft_refusal, request, ...read }) => ({
    ...read,
    permission: { denial: refusal, draftDenial: draft_refusal, request } satisfies PublishPermission,
  })),
);

export type StoredDraft = z.output<typeof draftSchema>;

/** The generated types do not allow `null`, the record of a new form. */
const untyped = (client: UntypedClient) => client;

/** Reads by columns what the form of a record needs; `record`: null for a new one. Throws `not_found`. */
export async function readStoredEditing(client: StaffClient, table: string, record: string | null) {
  return editingSchema.parse(unwrap(await untyped(client).rpc('read_editing', { kind: table, record })));
}

export async function readPermission(client: StaffClient, table: string, record: string | null) {
  return (await readStoredEditing(client, table, record)).permission;
}

const toDraft = <Kind extends AnyRecordKind>(kind: Kind, draft: StoredDraft): Draft<Kind> => ({
  ...contentOf(kind, draft.content),
  id: draft.id,
  updatedAt: draft.updated_at,
  began: draft.began && contentOf(kind, draft.began).values,
  isStale: draft.is_stale,
  publishAt: draft.publish_at,
  failure: draft.failure,
  base: null,
});

/** Reads a record with its draft, and with what the account may do with it. */
export async function readEditing<Kind extends AnyRecordKind>(
  client: StaffClient,
  kind: Kind,
  id: string,
): Promise<Editable<Kind>> {
  const [read, stored] = await Promise.all([
    readStoredEditing(client, kind.table, id),
    kind.hasDrafts ? null : readRecord(client, kind, id),
  ]);
  const { record, draft, permission, origin } = read;
  return {
    ...(stored ?? toEditable(kind, record ?? {})),
    draft: draft && toDraft(kind, draft),
    permission,
    origin,
  };
}

export async function requestPublication(client: StaffClient, kind: string, record: string): Promise<void> {
  unwrapNothing(await client.rpc('request_publication', { kind, record }));
}

export async function withdrawRequest(client: StaffClient, record: string): Promise<void> {
  unwrapNothing(await client.rpc('withdraw_request', { record }));
}
