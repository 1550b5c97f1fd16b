import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';

const LESSON = '00:05:00';

export interface DraftedRecord {
  readonly kind: string;
  readonly id: string;
  /** A page that shows the record. */
  readonly address: string;
  /** The columns of a draft that has a text in every part of the record. */
  readonly drafted: (text: string) => Readonly<Record<string, unknown>>;
}

/** A new account. With the demo's rule of sign-up, it is one of staff. */
export async function newAccount({ url, publishableKey }: TestBackend) {
  const client = createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const account = { email: `${randomUUID()}@example.com`, password: 'geheim-genug' };
  const { data, error } = await client.auth.signUp(account);
  if (error) throw error;
  return { client, id: data.user?.id };
}

/** A client with an account that has no rights. */
export async function outsiderOf(backend: TestBackend): Promise<SupabaseClient> {
  const { client, id } = await newAccount(backend);
  await backend.database.query('delete from private.staff where user_id = $1', [id]);
  return client;
}

/** Publishes two records of each kind that has drafts, and one ad: ads rotate, so that pages would not be the same at all times. */
export async function publishRecords(editor: SupabaseClient): Promise<readonly DraftedRecord[]> {
  const insert = async (table: string, row: object): Promise<string> =>
    (await editor.from(table).insert(row).select('id').single().throwOnError()).data.id;
  const texts = (number: number) => ({ title: `Vorher ${number}`, description: `Beschreibung ${number}` });
  const dateOf = (number: number) => new Date(Date.now() - (number + 1) * 60_000).toISOString();

  async function addPost(number: number): Promise<DraftedRecord> {
    const slug = `entworfen-${number}`;
    const row = { title: `Vorher ${number}`, slug, content: 'Text', author: 'Ada Test', published_at: dateOf(number) };
    const drafted = (title: string) => ({ title, content: `## ${title}`, excerpt: title, author: title });
    return { kind: 'posts', id: await insert('posts', row), address: `/post/${slug}`, drafted };
  }
  async function addPage(number: number): Promise<DraftedRecord> {
    const slug = `entworfene-seite-${number}`;
    const more = { slug, content: 'Text', published_at: dateOf(number), links: [{ place: 'footer' }] };
    const columns = { ...texts(number), ...more };
    const { data: id } = await editor.rpc('save_page', { record: null, base: null, columns }).throwOnError();
    const drafted = (title: string) => ({ title, description: title, content: title });
    return { kind: 'pages', id, address: `/${slug}`, drafted };
  }
  async function addWorkshop(number: number): Promise<DraftedRecord> {
    const id = await insert('workshops', { ...texts(number), duration: '01:00:00' });
    const drafted = (title: string) => ({ title, subtitle: title, description: title, content: title });
    return { kind: 'workshops', id, address: `/workshops/${id}`, drafted };
  }
  async function addCourse(number: number): Promise<DraftedRecord> {
    const slug = `entworfener-kurs-${number}`;
    const course_id = await insert('courses', { ...texts(number), slug, is_published: true });
    const module_id = await insert('modules', { course_id, title: 'Modul', order_position: 0 });
    const lesson = { module_id, title: 'Lektion', content: 'Text', duration: LESSON, order_position: 0 };
    const id = await insert('lessons', lesson);
    const drafted = (title: string) => ({
      ...{ title, description: title },
      modules: [{ id: module_id, title, lessons: [{ id, title, content: title, duration: LESSON }] }],
    });
    return { kind: 'courses', id: course_id, address: `/courses/${slug}`, drafted };
  }
  async function addAd(number: number): Promise<DraftedRecord> {
    await editor.from('ads').update({ is_active: false }).eq('is_active', true).throwOnError();
    const row = { ...texts(number), subtitle: 'Mehr', cta_url: '/', type: 'other', is_active: true };
    const drafted = (title: string) => ({ title, subtitle: title, description: title, cta_text: title });
    return { kind: 'ads', id: await insert('ads', row), address: '/', drafted };
  }

  const adders = [addPost, addPost, addPage, addPage, addWorkshop, addWorkshop, addCourse, addCourse, addAd];
  const records: DraftedRecord[] = [];
  for (const [number, add] of adders.entries()) records.push(await add(number));
  return records;
}
