import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { faults, importer, outcomes } from './import-calls.ts';

let backend: PolicyBackend;
let editor: Account;
let author: Account;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.restore();
  editor = await backend.signUp();
  author = await backend.signUp();
  await backend.owner.query(`update private.staff set role = 'editor' where user_id = $1`, [editor.id]);
  await backend.owner.query(`update private.staff set role = 'author' where user_id = $1`, [author.id]);
});

const entry = (slug: string, more: Readonly<Record<string, unknown>> = {}) => ({
  place: `${slug}.md`,
  title: `Titel ${slug}`,
  slug,
  content: 'Text',
  ...more,
});
const day = { published_at: '2026-03-01' };

test('the check says which posts an author may not import; the others are imported', async () => {
  const posts = importer(author.client, 'posts');
  const rows = [
    entry('neu-1'),
    entry('neu-2', day),
    entry('neu-3', { category: 'Neues', new_category_slug: 'neues' }),
    entry('entwurf', { title: 'Anders' }),
  ];
  const report = await posts.check(rows, { update: true });
  expect(outcomes(report)).toEqual(['create', 'wrong', 'wrong', 'wrong']);
  expect(report.creates).toEqual([]);
  expect(faults(report)).toEqual([
    'Authors do not change what is published: save a draft and request its publication.',
    'Only publishers may do this.',
    'Authors change only what they created.',
  ]);
  expect((await posts.run(rows, { update: true, leaveOut: true })).done).toBe(true);
  expect(await backend.owner.query("select slug from public.posts where slug like 'neu-%'")).toEqual([
    { slug: 'neu-1' },
  ]);
});

test('an editor imports own posts as published and changes drafts of others, and no public post of others', async () => {
  const posts = importer(editor.client, 'posts');
  const shown = entry('geplant', { title: 'Anders' });
  const report = await posts.check([entry('neu-1', day), entry('entwurf', { title: 'Anders' }), shown], {
    update: true,
  });
  expect(outcomes(report)).toEqual(['create', 'update', 'wrong']);
  expect(faults(report)).toEqual([expect.stringMatching(/^Editors publish only what they created/)]);
  expect((await posts.run([entry('neu-1', day)])).done).toBe(true);
});

test('only publishers import the matrix', async () => {
  const axes = { category: 'A', target_group: 'L', level: '1' };
  const row = { place: 'row 2', title: 'Neues wagen', duration_hours: '3', price_chf: '1', ...axes };
  expect(outcomes(await importer(backend.as.staff, 'matrix').check([row]))).toEqual(['create']);
  const report = await importer(editor.client, 'matrix').check([row]);
  expect(outcomes(report)).toEqual(['wrong']);
  expect(faults(report)).toEqual(['Only publishers may do this.']);
});
