import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

export interface OlderText {
  /** The table. */
  readonly relation: string;
  /** The edited record: for a lesson its course, whose builder has it. */
  readonly id: string;
  readonly title: string;
}

/** A picture without a text between its brackets. One of the library may have its text there. */
const PATTERN = String.raw`!\[\s*\]\((?!\s*<?/_pictures/[0-9a-f]{8}-)`;
const MOST = 50;

const MARKDOWN = [
  ['posts', 'content'],
  ['pages', 'content'],
  ['workshops', 'content'],
  ['workshops', 'learning_objectives'],
] as const;

async function readLessons(client: StaffClient): Promise<readonly OlderText[]> {
  const found = client
    .from('lessons')
    .select('title, module:modules!inner(course_id)')
    .filter('content', 'match', PATTERN);
  const rows = unwrap(await found.order('title').limit(MOST));
  return rows.map(({ title, module }) => ({ relation: 'lessons', id: module.course_id, title }));
}

/** Texts that nothing blocks, as they name pictures of other addresses. */
export async function listOlderTexts(client: StaffClient): Promise<readonly OlderText[]> {
  const texts = MARKDOWN.map(async ([relation, column]) => {
    const rows = unwrap(await client.from(relation).select('id, title').filter(column, 'match', PATTERN).limit(MOST));
    return rows.map(({ id, title }): OlderText => ({ relation, id, title }));
  });
  return (await Promise.all([...texts, readLessons(client)])).flat();
}
