import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../records/data/as-staff.ts';

export interface ChangedText {
  /** The table. */
  readonly relation: string;
  /** The edited record: for a lesson its course, whose builder has it. */
  readonly id: string;
  readonly title: string;
  /** The constructs that differ. */
  readonly changes: readonly string[];
}

const MOST = 200;

type Text = Database['public']['Functions']['former_texts']['Returns'][number];

async function formerTexts(client: StaffClient, skip = 0): Promise<readonly Text[]> {
  const rows = unwrap(await client.rpc('former_texts', { skip, take: MOST }));
  return rows.length < MOST ? rows : [...rows, ...(await formerTexts(client, skip + MOST))];
}

const NONE_SINCE = 'no-changed-texts-since';

/** Texts from before never change their reading: a browser compares them once. A storage that is refused compares again. */
function noneSince(since: string, found?: boolean): boolean {
  try {
    if (found === false) localStorage.setItem(NONE_SINCE, since);
    return localStorage.getItem(NONE_SINCE) === since;
  } catch {
    return false;
  }
}

const readSince = async (client: StaffClient) =>
  unwrap(await client.from('site').select('reading_since').single()).reading_since;

async function compare(client: StaffClient, since: string): Promise<readonly ChangedText[]> {
  const { changedReading } = await import(
    /* webpackChunkName: "admin-changed-reading" */ '../model/changed-reading.ts'
  );
  const changed: ChangedText[] = [];
  for (const { texts, ...text } of await formerTexts(client)) {
    const changes = [...new Set(texts.flatMap((one) => changedReading(one ?? '')))];
    if (changes.length > 0) changed.push({ ...text, changes });
    // Between texts the page takes keys and clicks.
    await new Promise((resolve) => setTimeout(resolve));
  }
  noneSince(since, changed.length > 0);
  return changed;
}

/** Texts are compared once for each document. */
const comparisons = new Map<string, Promise<readonly ChangedText[]>>();

/** The published texts that readers see otherwise than before the update; none once the list was dismissed. */
export async function listChangedTexts(client: StaffClient): Promise<readonly ChangedText[]> {
  const since = await readSince(client);
  if (since === null || noneSince(since)) return [];
  const comparison = comparisons.get(since) ?? compare(client, since);
  comparisons.set(since, comparison);
  comparison.catch(() => comparisons.delete(since));
  return comparison;
}

/** For everybody. */
export async function dismissChangedTexts(client: StaffClient): Promise<void> {
  unwrapNothing(await client.from('site').update({ reading_since: null }).not('reading_since', 'is', null));
}
