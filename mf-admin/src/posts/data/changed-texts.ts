import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../records/data/as-staff.ts';

export interface ChangedText {
  /** The table. */
  readonly relation: string;
  /** The edited record: for a lesson its course, whose builder has it. */
  readonly id: string;
  readonly title: string;
  /** What differs. */
  readonly changes: readonly string[];
}

interface Text {
  readonly relation: string;
  readonly id: string;
  readonly title: string;
  readonly texts: readonly (string | null)[];
}

const MOST = 200;

type Range = (from: number, to: number) => Promise<readonly Text[]>;

async function all(range: Range, from = 0): Promise<readonly Text[]> {
  const rows = await range(from, from + MOST - 1);
  return rows.length < MOST ? rows : [...rows, ...(await all(range, from + MOST))];
}

/** The published texts that were last changed before. */
const publishedBefore = (client: StaffClient, since: string): readonly Range[] => [
  ...(['posts', 'pages'] as const).map(
    (relation): Range =>
      async (from, to) => {
        const rows = client
          .from(relation)
          .select('id, title, content')
          .not('published_at', 'is', null)
          .lt('updated_at', since);
        const found = unwrap(await rows.order('id').range(from, to));
        return found.map(({ id, title, content }) => ({ relation, id, title, texts: [content] }));
      },
  ),
  async (from, to) => {
    const rows = client.from('workshops').select('id, title, content, learning_objectives').lt('updated_at', since);
    const found = unwrap(await rows.order('id').range(from, to));
    return found.map(({ id, title, content, learning_objectives: goals }) => ({
      relation: 'workshops',
      id,
      title,
      texts: [content, goals],
    }));
  },
  async (from, to) => {
    const columns = 'title, content, transcript, module:modules!inner(course:courses!inner(id, is_published))' as const;
    const rows = client.from('lessons').select(columns).eq('module.course.is_published', true).lt('updated_at', since);
    const found = unwrap(await rows.order('id').range(from, to));
    return found.map(({ title, content, transcript, module }) => ({
      relation: 'lessons',
      id: module.course.id,
      title,
      texts: [content, transcript],
    }));
  },
];

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

/** The published texts of which readers see something else than before the update; none once the list was dismissed. */
export async function listChangedTexts(client: StaffClient): Promise<readonly ChangedText[]> {
  const since = await readSince(client);
  if (since === null || noneSince(since)) return [];
  const { changedReading } = await import(
    /* webpackChunkName: "admin-changed-reading" */ '../model/changed-reading.ts'
  );
  const found = await Promise.all(publishedBefore(client, since).map((range) => all(range)));
  const changed: ChangedText[] = [];
  for (const { texts, ...text } of found.flat()) {
    const changes = [...new Set(texts.flatMap((one) => changedReading(one ?? '')))];
    if (changes.length > 0) changed.push({ ...text, changes });
    // Between texts the page takes keys and clicks.
    await new Promise((resolve) => setTimeout(resolve));
  }
  noneSince(since, changed.length > 0);
  return changed;
}

/** For everybody. */
export async function dismissChangedTexts(client: StaffClient): Promise<void> {
  unwrapNothing(await client.from('site').update({ reading_since: null }).not('reading_since', 'is', null));
}
