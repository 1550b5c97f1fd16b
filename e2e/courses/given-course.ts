import { test as base, expect, type Page } from '@playwright/test';
import { editorClient, signIn } from '../platform/sign-in.ts';

export interface GivenCourse {
  readonly id: string;
  readonly title: string;
}

interface Fixtures {
  /** Stores a draft with modules `M1`, `M2`, … and the given numbers of lessons `L1.1`, `L1.2`, … */
  readonly addCourse: (counts: readonly number[]) => Promise<GivenCourse>;
  /** A page with a signed-in editor. */
  readonly editor: Page;
}

/** Tests of an editor, after each of which its courses are removed. */
export const test = base.extend<Fixtures>({
  addCourse: async ({ request }, use) => {
    const client = await editorClient(request);
    const added: string[] = [];
    await use(async (counts) => {
      const slug = `kurs-${crypto.randomUUID()}`;
      const row = { title: `Kurs ${slug}`, slug };
      const { data: course } = await client.from('courses').insert(row).select().single().throwOnError();
      added.push(course.id);
      const modules = counts.map((_, at) => ({ course_id: course.id, title: `M${at + 1}`, order_position: at }));
      const { data: stored } = await client.from('modules').insert(modules).select('id, order_position');
      const lessons = (stored ?? []).flatMap(({ id, order_position: position }) =>
        Array.from({ length: counts[position] ?? 0 }, (_, index) => ({
          module_id: id,
          title: `L${position + 1}.${index + 1}`,
          order_position: index,
        })),
      );
      await client.from('lessons').insert(lessons).throwOnError();
      return course;
    });
    await client.from('courses').delete().in('id', added);
  },
  editor: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

export async function openBuilder(page: Page, course: GivenCourse): Promise<void> {
  await page.goto(`/admin/courses/builder/${course.id}`);
  await page.getByRole('heading', { name: 'Course Builder' }).waitFor();
}

/** The rows of the builder, from top to bottom. */
export const shown = (page: Page) =>
  page
    .getByRole('list', { name: 'Modules' })
    .getByText(/^[ML]\d+(?:\.\d+)?$/)
    .allTextContents();

/** Reloads the builder until it shows the stored order. */
export async function expectStored(page: Page, course: GivenCourse, order: readonly string[]): Promise<void> {
  await expect(async () => {
    await openBuilder(page, course);
    expect(await shown(page)).toEqual(order);
  }).toPass();
}

export const handle = (page: Page, title: string) =>
  page.getByRole('button', { name: `Reorder ${title}`, exact: true });

/** The innermost row of the builder with a text. */
export const lineOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title }).last();
