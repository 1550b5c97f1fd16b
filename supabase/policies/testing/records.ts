import type { SupabaseClient } from '@supabase/supabase-js';
import type { PolicyBackend } from './backend.ts';

type Columns = Readonly<Record<string, unknown>>;

interface Entry {
  readonly relation: string;
  readonly operation: string;
  readonly title: string;
  readonly changed: readonly string[];
}
interface ChangeSet {
  readonly actor_id: string | null;
  readonly actor_address: string | null;
  readonly last_entry: number;
  readonly entry_count: number;
  readonly entries: readonly Entry[];
}
interface Trashed {
  readonly relation: string;
  readonly row_id: string;
  readonly title: string;
}

export const LONG_AGO = '2020-01-01T00:00:00Z';

/** Calls about records, by default of staff. Those that return data fail the test when they are refused. */
export function givenRecords({ as, owner }: Pick<PolicyBackend, 'as' | 'owner'>) {
  const call = async (name: string, args: Columns = {}, client: SupabaseClient = as.staff) =>
    (await client.rpc(name, args).throwOnError()).data;
  const stored = async (table: string, id: string, columns = '*') =>
    (await as.staff.from(table).select<string, Columns>(columns).eq('id', id).single().throwOnError()).data;
  const change = (table: string, id: string, columns: object) =>
    as.staff.from(table).update(columns).eq('id', id).throwOnError();
  const add = async (table: string, row: object, client: SupabaseClient = as.staff): Promise<string> =>
    (await client.from(table).insert(row).select('id').single().throwOnError()).data.id;
  const remove = (table: string, id: string) => as.staff.from(table).delete().eq('id', id).throwOnError();

  const trash = (): Promise<readonly Trashed[]> => call('trash');
  const restore = (deleted: string, client: SupabaseClient = as.staff) => client.rpc('restore_deleted', { deleted });
  const history = (record: string, more: Columns = {}): Promise<readonly ChangeSet[]> =>
    call('history', { record, ...more });
  const newestEntry = async (record: string) => (await history(record))[0]?.last_entry ?? 0;
  /** Restores the version of an entry, by default over the newest one. */
  const goBack = async (record: string, entry: number, seen?: number) =>
    as.staff.rpc('restore_version', { record, entry, seen: seen ?? (await newestEntry(record)) });

  const aboutDraft =
    (name: 'save_draft' | 'publish_draft') =>
    (record: string, columns: object, more: Columns = {}) =>
      as.staff.rpc(name, { kind: 'posts', record, columns, ...more });
  const saveDraft = aboutDraft('save_draft');
  /** Saves a draft; returns its version. */
  const givenDraft = async (...args: Parameters<typeof saveDraft>): Promise<string> =>
    (await saveDraft(...args).throwOnError()).data;
  /** Publishes drafts whose time has come; returns how many. */
  const publishDue = async () => (await owner.query<{ n: number }>('select private.publish_due_drafts() as n'))[0]?.n;

  const savePage = (record: string | null, more: Columns = {}, base: string | null = null, client = as.staff) => {
    const page = { title: 'Seite', slug: 'seite', description: '', content: 'Text', published_at: LONG_AGO };
    return client.rpc('save_page', { record, base, columns: { ...page, links: [{ place: 'footer' }], ...more } });
  };
  return {
    call,
    stored,
    change,
    add,
    remove,
    trash,
    restore,
    history,
    newestEntry,
    goBack,
    saveDraft,
    givenDraft,
    publishDraft: aboutDraft('publish_draft'),
    publishDue,
    readDraft: (record: string) => call('read_draft', { record }),
    savePage,
    givenPage: async (more?: Columns): Promise<string> => (await savePage(null, more).throwOnError()).data,
    contentVersions: (): Promise<Readonly<Record<string, string>>> => call('content_versions', {}, as.visitor),
  };
}
