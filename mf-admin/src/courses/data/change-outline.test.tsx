import { staffClient } from '@ki/shared/data/clients.ts';
import { newId } from '@ki/shared/data/new-id.ts';
import { expect, test } from 'vitest';
import { givenCourse, givenModules, storedModules, titlesOf } from '../../testing/given.ts';
import { signInAdmin } from '../../testing/open-admin.ts';
import { saveDraft } from '../../versions/data/drafts.ts';
import { type CourseOutline, withLesson, withModule, without } from '../model/course-outline.ts';
import { changeOutline } from './change-outline.ts';
import { readCourseOutline, readOpen } from './outline.ts';

test.each(['live', 'draft'] as const)('Editors act on one course at once, %s: all acts are kept', async (open) => {
  const { id } = await givenCourse({ is_published: true });
  await givenModules(id, [2, 1]);
  await signInAdmin();
  const client = await staffClient();
  const outline = async (draft: CourseOutline['draft']) => (await readOpen(client, { id, draft })).modules;
  if (open === 'draft')
    await saveDraft(client, { table: 'courses' }, id, {}, { version: null, base: null, publishAt: null });
  const { draft } = await readCourseOutline(client, id);
  const [first, second] = await outline(draft);
  const acts = [
    withModule({ id: newId(), title: 'Neu' }),
    withLesson(second?.id ?? '', { id: newId(), title: 'L2.2' }),
    without(first?.lessons[0]?.id ?? ''),
  ];
  await Promise.all(acts.map((act) => changeOutline(client, { id, draft }, act)));
  expect((await outline(draft)).map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)])).toEqual(
    [['M1', 'L1.2'], ['M2', 'L2.1', 'L2.2'], ['Neu']],
  );
  if (draft) expect(titlesOf(await storedModules(id))).toEqual(['M1: L1.1, L1.2', 'M2: L2.1']);
});
