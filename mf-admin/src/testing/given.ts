import { signUpClient } from '@ki/shared/data/clients.ts';
import { given, givenAll, serviceClient, type Tables, unique } from '@ki/shared/testing/given.ts';
import { onTestFinished } from 'vitest';

export function givenPost(values: Partial<Tables['posts']['Insert']> = {}) {
  const slug = unique('beitrag-');
  const post = { title: `Titel ${slug}`, slug, content: 'Text', author: 'Ada Test' };
  return given('posts', { ...post, published_at: '2001-02-03T10:00:17Z', ...values });
}

/** A source of a post, by default one that was read. */
export const givenSource = (post: string, values: Partial<Tables['sources']['Insert']> = {}) =>
  given('sources', {
    receipt: crypto.randomUUID(),
    post_id: post,
    number: 1,
    url: 'https://example.org/quelle',
    title: 'Quelle',
    state: 'read',
    ...values,
  });

export function givenPage(values: Partial<Tables['pages']['Insert']> = {}) {
  const slug = unique('seite-');
  return given('pages', { title: `Seite ${slug}`, slug, content: 'Text', ...values });
}

export function givenAd(values: Partial<Tables['ads']['Insert']> = {}) {
  const ad = { title: unique('Anzeige '), subtitle: 'Eigener Untertitel', description: 'Worum es geht' };
  return given('ads', { ...ad, cta_text: 'Los', cta_url: '/workshops', ...values });
}

export const givenPrompt = (values: Partial<Tables['prompts']['Insert']> = {}) =>
  given('prompts', { name: unique('Prompt '), prompt_text: 'Suche', workflow_type: 'gemini_blog_ideas', ...values });

/** A place in the matrix: a value of each axis, and a dimension. */
export async function givenPlace() {
  const sort_order = 900;
  const value = () => ({ code: unique('C'), name: unique('Wert '), sort_order });
  const category = await given('matrix_categories', value());
  const group = await given('matrix_target_groups', value());
  const level = await given('matrix_levels', value());
  const dimension = await given('matrix_dimensions', { name: unique('Dimension '), sort_order });
  return { category, group, level, dimension };
}

type Place = Awaited<ReturnType<typeof givenPlace>>;

/** A workshop of the matrix, without learning goals. */
export function givenMatrixWorkshop(place: Place, values: Partial<Tables['matrix_workshops']['Insert']> = {}) {
  const axes = { category_id: place.category.id, target_group_id: place.group.id, level_id: place.level.id };
  return given('matrix_workshops', {
    title: unique('Matrix-Workshop '),
    duration_hours: 3.5,
    price_chf: 290,
    ...axes,
    ...values,
  });
}

/** Texts of a workshop's goals by dimension. */
export async function storedGoals(workshop: string): Promise<Readonly<Record<string, string>>> {
  const goals = serviceClient().from('matrix_workshop_learning_objectives').select('dimension_id, objective');
  const { data } = await goals.eq('matrix_workshop_id', workshop).throwOnError();
  return Object.fromEntries(data.map(({ dimension_id, objective }) => [dimension_id, objective]));
}

/** Removes the running test's rows by a text in their titles. */
export function removeCourseLike(table: 'workshops' | 'courses', title: string): void {
  onTestFinished(async () => {
    await serviceClient().from(table).delete().like('title', `%${title}%`);
  });
}

export const givenWorkshop = (values: Partial<Tables['workshops']['Insert']> = {}) =>
  given('workshops', { title: unique('Workshop '), ...values });

/** A course, which is removed with its copies. */
export function givenCourse(values: Partial<Tables['courses']['Insert']> = {}) {
  const slug = unique('kurs-');
  removeCourseLike('courses', slug);
  return given('courses', { title: `Kurs ${slug}`, slug, ...values });
}

/** Adds modules `M1`, `M2`, … with `counts` lessons `L1.1`, `L1.2`, … */
export async function givenModules(course: string, counts: readonly number[]): Promise<void> {
  for (const [position, count] of counts.entries()) {
    const row = { course_id: course, title: `M${position + 1}`, order_position: position };
    const { id } = await given('modules', row);
    const lessons = Array.from({ length: count }, (_, index) => ({
      module_id: id,
      title: `L${position + 1}.${index + 1}`,
      order_position: index,
    }));
    if (count > 0) await givenAll('lessons', lessons);
  }
}

export async function storedModules(course: string) {
  const columns = 'id, title, position:order_position, lessons (id, title, position:order_position)';
  const rows = serviceClient().from('modules').select(columns).eq('course_id', course).order('order_position');
  return (await rows.order('order_position', { referencedTable: 'lessons' }).throwOnError()).data;
}

type StoredModule = Awaited<ReturnType<typeof storedModules>>[number];

/** `M1: L1.1, L1.2`, a line for each module. */
export const titlesOf = (modules: readonly StoredModule[]) =>
  modules.map(({ title, lessons }) => `${title}: ${lessons.map((lesson) => lesson.title).join(', ')}`);

export const courseAt = async (slug: string) =>
  (await serviceClient().from('courses').select().eq('slug', slug).maybeSingle()).data;

/** The result of `what_waits` when nothing waits. */
export const NO_WAITS = {
  steps: { done: ['name', 'colors', 'imprint', 'post', 'invitation'], skipped: [] as string[] },
  reading_since: null,
  ...{ failed: [], requests: [], drafts: [], coming: [], unsigned: 0, legal: [], is_operator: true },
};

/** A colleague with an account, signed in; sign-up of the demo is open. */
export async function givenColleague() {
  const account = { email: `kollegin-${crypto.randomUUID().slice(0, 8)}@example.com`, password: 'geheim-1' };
  const client = await signUpClient();
  await client.auth.signUp(account);
  const { data, error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  onTestFinished(async () => {
    await client.rpc('delete_account', { account: data.user.id });
  });
  return { email: account.email, client };
}
