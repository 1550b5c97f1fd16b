import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { copySlug, copyTitle } from '../model/copy.ts';
import { deleteCourse } from './delete-course.ts';
import { insertModules, MODULE_CONTENT } from './insert-modules.ts';

const CONTENT =
  `title, slug, description, thumbnail_url, course_category_id, difficulty_level, modules (${MODULE_CONTENT})` as const;

/** An address for the copy that nobody has yet. */
async function freeSlug(client: StaffClient, slug: string): Promise<string> {
  const pattern = `${slug.replace(/[\\%_]/g, '\\$&')}-kopie%`;
  const taken = unwrap(await client.from('courses').select('slug').like('slug', pattern));
  return copySlug(
    slug,
    taken.map((row) => row.slug),
  );
}

/** Stores a copy of a course with all its modules and lessons, as a draft. All of it, or nothing. Throws `not_found`. */
export async function duplicateCourse(client: StaffClient, id: string): Promise<void> {
  const { modules, ...course } = unwrap(await client.from('courses').select(CONTENT).eq('id', id).maybeSingle());
  const slug = await freeSlug(client, course.slug);
  const row = { ...course, slug, title: copyTitle(course.title), is_published: false };
  const copy = unwrap(await client.from('courses').insert(row).select('id').single());
  try {
    await insertModules(client, copy.id, modules);
  } catch (error) {
    await deleteCourse(client, copy.id);
    throw error;
  }
}
