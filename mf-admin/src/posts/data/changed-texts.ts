import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import { unwrapNothing } from '../../kit/data/as-staff.ts';

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

const foundSchema = z.object({ since: z.string(), records: z.array(z.string()) });
type Found = z.infer<typeof foundSchema>;

async function formerTexts(client: StaffClient, found: Found | null, after?: string): Promise<readonly Text[]> {
  const which = {
    take: MOST,
    ...(after && { after }),
    ...(found && { records: found.records, found_since: found.since }),
  };
  const rows = unwrap(await client.rpc('former_texts', which));
  return rows.length < MOST ? rows : [...rows, ...(await formerTexts(client, found, rows.at(-1)?.place))];
}

async function compare(former: readonly Text[]): Promise<readonly ChangedText[]> {
  const { changedReading } = await import(
    /* webpackChunkName: "admin-changed-reading" */ '../model/changed-reading.ts'
  );
  const changed: ChangedText[] = [];
  for (const { texts, relation, id, title } of former) {
    const changes = [...new Set(texts.flatMap((one) => changedReading(one ?? '')))];
    if (changes.length > 0) changed.push({ relation, id, title, changes });
    // Between texts the page takes keys and clicks.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return changed;
}

const FORMER = 'former-texts';

function remember(found: Found): void {
  try {
    localStorage.setItem(FORMER, JSON.stringify(found));
  } catch (error) {
    console.warn('the texts that look different could not be remembered:', error);
  }
}

/** The records that this browser has found. Texts from before never change their reading: later only these are compared. */
function foundRecords(): Found | null {
  try {
    return foundSchema.parse(JSON.parse(localStorage.getItem(FORMER) ?? 'null'));
  } catch {
    return null;
  }
}

/** `since`: of texts that were last changed before. */
async function readList(client: StaffClient, since: string): Promise<readonly ChangedText[]> {
  const found = foundRecords();
  if (found?.since === since && found.records.length === 0) return [];
  const changed = await compare(await formerTexts(client, found));
  const records = [...new Set(changed.map(({ id }) => id))];
  remember({ since, records });
  return changed;
}

/** Visits that come during a comparison wait for it. */
let comparison: Promise<readonly ChangedText[]> | null = null;

/** The published texts that readers see otherwise than before the update; the database gives publishers the list. */
export async function listChangedTexts(client: StaffClient, since: string): Promise<readonly ChangedText[]> {
  comparison ??= readList(client, since).finally(() => {
    comparison = null;
  });
  return comparison;
}

/** For everybody. */
export async function dismissChangedTexts(client: StaffClient): Promise<void> {
  unwrapNothing(await client.from('site').update({ reading_since: null }).not('reading_since', 'is', null));
}
