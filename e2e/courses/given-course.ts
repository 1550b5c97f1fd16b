import { expect, type Page } from '@playwright/test';
import { test as withContent } from '../learning/content.ts';
import { openAsStaff } from '../platform/sign-in.ts';

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

const lessonsOf = (count: number, module: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `L${module + 1}.${index + 1}` }));

/** Tests of an editor, after each of which its courses are removed. */
export const test = withContent.extend<Fixtures>({
  addCourse: async ({ content }, use) => {
    await use((counts) => {
      const modules = counts.map((count, at) => [`M${at + 1}`, lessonsOf(count, at)] as const);
      return content.addCourseOf(Object.fromEntries(modules), { is_published: false });
    });
  },
  editor: async ({ page }, use) => {
    await openAsStaff(page, '/admin');
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
