import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../records/data/as-staff.ts';
import { z } from '../../records/model/z.ts';

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
type Records = readonly string[] | null;

async function formerTexts(client: StaffClient, records: Records, after?: string): Promise<readonly Text[]> {
  const which = { take: MOST, ...(after && { after }), ...(records && { records: [...records] }) };
  const rows = unwrap(await client.rpc('former_texts', which));
  return rows.length < MOST ? rows : [...rows, ...(await formerTexts(client, records, rows.at(-1)?.place))];
}

async function compare(client: StaffClient, records: Records): Promise<readonly ChangedText[]> {
  const { changedReading } = await import(
    /* webpackChunkName: "admin-changed-reading" */ '../model/changed-reading.ts'
  );
  const changed: ChangedText[] = [];
  for (const { texts, place: _, ...text } of await formerTexts(client, records)) {
    const changes = [...new Set(texts.flatMap((one) => changedReading(one ?? '')))];
    if (changes.length > 0) changed.push({ ...text, changes });
    // Between texts the page takes keys and clicks.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return changed;
}

const FORMER = 'former-texts';

const formerSchema = z.object({ since: z.string(), records: z.array(z.string()) });

/** The records that this browser has found. Texts from before never change their reading: later only these are compared. */
function foundRecords(since: string): Records {
  try {
    const found = formerSchema.parse(JSON.parse(localStorage.getItem(FORMER) ?? 'null'));
    return found.since === since ? found.records : null;
  } catch {
    return null;
  }
}

function keepFound(since: string, changed: readonly ChangedText[]): void {
  try {
    const records = [...new Set(changed.map(({ id }) => id))];
    localStorage.setItem(FORMER, JSON.stringify({ since, records }));
  } catch (error) {
    console.warn('the texts that look different could not be remembered:', error);
  }
}

const readSince = async (client: StaffClient) =>
  unwrap(await client.from('site').select('reading_since').single()).reading_since;

const isPublisher = async (client: StaffClient) => unwrap(await client.rpc('own_role')) === 'publisher';

async function listSince(client: StaffClient, since: string): Promise<readonly ChangedText[]> {
  const records = foundRecords(since);
  if (records?.length === 0) return [];
  const changed = await compare(client, records);
  keepFound(since, changed);
  return changed;
}

/** Visits that come during a comparison wait for it. */
let comparison: Promise<readonly ChangedText[]> | null = null;

/** The published texts that readers see otherwise than before the update; none once the list was dismissed. */
export async function listChangedTexts(client: StaffClient): Promise<readonly ChangedText[]> {
  const [since, isShown] = await Promise.all([readSince(client), isPublisher(client)]);
  if (since === null || !isShown) return [];
  comparison ??= listSince(client, since).finally(() => {
    comparison = null;
  });
  return comparison;
}

/** For everybody. */
export async function dismissChangedTexts(client: StaffClient): Promise<void> {
  unwrapNothing(await client.from('site').update({ reading_since: null }).not('reading_since', 'is', null));
}
