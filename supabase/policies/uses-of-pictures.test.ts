import { beforeEach, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend({ isRestored: false });
const { as, owner } = backend;
const records = givenRecords(backend);

beforeEach(() => owner.execute('delete from public.pictures; update public.posts set picture = null'));

const OTHER = '90000000-0000-4000-8000-000000000009';

const addPicture = (values: object = {}) => records.add('pictures', { title: 'Kursraum', ...values });
const use = (table: string, id: string, columns: object) => as.staff.from(table).update(columns).eq('id', id);
const inText = (picture: string) => ({ content: `![](/_pictures/${picture})` });
const asPicture = (picture: string) => ({ picture });

test.each<[string, string, string, (picture: string) => object]>([
  ['the picture of a post', 'posts', ids.publishedPost, asPicture],
  ['the picture of a scheduled post', 'posts', ids.scheduledPost, asPicture],
  ['the text of a post', 'posts', ids.publishedPost, inText],
  ['the picture of a workshop', 'workshops', ids.workshop, asPicture],
  ['the picture of a course', 'courses', ids.course, asPicture],
  ['a lesson', 'lessons', ids.lessonA, (picture) => ({ content: `![ ](</_pictures/${picture}>)` })],
])('nothing public uses a picture without an alternative text: %s', async (_, table, id, columns) => {
  const picture = await addPicture();
  const message = expect.stringContaining('"Kursraum" has no alternative text');
  expect((await use(table, id, columns(picture))).error).toMatchObject({ message });
  await use('pictures', picture, { is_decorative: true }).throwOnError();
  expect((await use(table, id, columns(picture))).error).toBeNull();
  const needed = { hint: 'alt', message: expect.stringContaining('needs an alternative text') };
  expect((await use('pictures', picture, { is_decorative: false })).error).toMatchObject(needed);
});

const inCode = (picture: string) => `\`\`\`md\n![](/_pictures/${picture})\n\`\`\``;

/** Every way in which a text names a picture. `…` stands for its id. */
const FORMS = {
  'a reference': '![][a]\n\n[a]: /_pictures/…',
  'a reference whose label is written otherwise': '![ ][Der  Plan]\n\n> [der plan]: </_pictures/…> "Titel"',
  'a reference, of which another one has a text': '![Ein Raum][a] ![][a]\n\n[a]: /_pictures/…',
  'a picture that ends a text without blanks':
    '![Plan](/_pictures/90000000-0000-4000-8000-000000000001)![](/_pictures/…)',
  'a text that nobody sees': '![&#32;\u200B](/_pictures/…)',
  'an escape': '![](\\/\\_pictures/…)',
  'an address with escapes': '![](/_pictures/%escaped%)',
  'an address with entities': '![](&#47;&lowbar;pictures&sol;%entities%)',
  'percent encoding': '![](/_pictures/%encoded%)',
  'an address of this site': '![](https://lernen.example/_pictures/…)',
  'a relative address': '![](../_pictures/…)',
  'an address with a part': '![](/_pictures/…#oben)',
  HTML: '<img src="/_pictures/…" alt="Ein Raum">',
  'an address by itself': 'Siehe <https://lernen.example/_pictures/…>.',
  'a link': '[Das Bild](/_pictures/…)',
  'a block of code': '```md\n![](/_pictures/…)\n```',
};
const hex = (digit: string) => digit.charCodeAt(0).toString(16);
const written = (form: string, id: string) =>
  form
    .replaceAll('…', id)
    .replace('%escaped%', id.replaceAll('-', '\\-'))
    .replace('%entities%', `&#x${hex(id)};${id.slice(1).replaceAll('-', '&#45;')}`)
    .replace(
      '%encoded%',
      id.replaceAll('-', '%2D').replace(/^./, (digit) => `%${hex(digit)}`),
    );

test.each(Object.entries(FORMS))(
  'a picture without an alternative text is refused in public, and counted, in any form: %s',
  async (_form, text) => {
    const picture = await addPicture();
    const content = written(text, picture);
    const error = { code: 'PT400', hint: 'content', message: expect.stringContaining('![Beschreibung](/_pictures/') };
    expect((await use('posts', ids.publishedPost, { content })).error).toMatchObject(error);
    await use('posts', ids.draftPost, { content }).throwOnError();
    expect((await use('posts', ids.draftPost, { published_at: '2026-01-01T00:00:00Z' })).error).toMatchObject(error);
    const draft = [{ relation: 'posts', record_id: ids.draftPost, is_public: false }];
    expect(await records.call('picture_uses', { picture })).toMatchObject(draft);
    await records.givenDraft(ids.publishedPost, { content });
    expect(await records.call('picture_uses', { picture })).toHaveLength(2);
    await owner.execute('delete from public.drafts');
    await use('pictures', picture, { is_decorative: true }).throwOnError();
    expect((await use('posts', ids.publishedPost, { content })).error).toBeNull();
    expect((await use('pictures', picture, { is_decorative: false })).error).toMatchObject({ hint: 'alt' });
    await owner.query('update public.posts set content = $1', ['Text']);
  },
);

test.each([
  ['a reference with a text', '![Ein Raum][a] und [a][]\n\n[a]: /_pictures/…'],
  ['a reference whose label is the text', '![Ein Raum]\n\n[ein raum]: /_pictures/…'],
  ['brackets in the text', '![Raum [oben] \\]](/_pictures/…)![Raum](</_pictures/…> "Titel")'],
  ['a reference at an address of this site', '![Ein Raum][a]\n\n[a]: https://lernen.example/_pictures/…#oben'],
  ['a link around it', '[![Ein Raum](/_pictures/…)](/_pictures/…)'],
  ['a footnote', '![Ein Raum](/_pictures/…)[^1]\n\n[^1]: /_pictures/…, Foto'],
  ['a text at another address', '![Ein Raum](https://lernen.example/_pictures/…?w=1)'],
])('a picture whose text can be seen is public: %s', async (_form, text) => {
  const content = written(text, await addPicture());
  expect((await use('posts', ids.publishedPost, { content })).error).toBeNull();
});

test('pages use the text of the library at its own address only', async () => {
  const picture = await addPicture({ alt: 'Ein Raum' });
  const store = async (text: string) =>
    (await use('posts', ids.publishedPost, { content: written(text, picture) })).error;
  for (const text of [FORMS['a reference'], FORMS['an escape'], FORMS['a link'], inCode(picture)])
    expect(await store(text)).toBeNull();
  const message = expect.stringContaining('at this address');
  for (const text of [FORMS['a relative address'], FORMS['an address with a part'], '![][a]\n\n[a]: ../_pictures/…'])
    expect(await store(text)).toMatchObject({ hint: 'content', message });
});

test('a public row that is older than the rule is changed and mended, and gets no other picture without a text', async () => {
  const content = `[Der Plan](/_pictures/${await addPicture()})`;
  await owner.execute(
    `set session_replication_role = replica;
     update public.lessons set content = '${content}' where id in ('${ids.lessonA}', '${ids.lessonB}');
     update public.posts set content = '${content}' where id = '${ids.publishedPost}';
     set session_replication_role = origin`,
  );
  expect((await use('lessons', ids.lessonC, { title: 'Anders' })).error).toBeNull();
  expect((await use('lessons', ids.lessonA, { content: 'Ohne Bild' })).error).toBeNull();
  expect((await use('courses', ids.course, { title: 'Anders' })).error).toBeNull();
  expect((await use('posts', ids.publishedPost, { author: '' })).error).toBeNull();
  const changed = { content: `${content}!` };
  for (const [table, id] of [
    ['posts', ids.publishedPost],
    ['lessons', ids.lessonB],
  ] as const)
    expect((await use(table, id, changed)).error).toMatchObject({ hint: 'content' });
});

test.each([
  ['a draft post', 'posts', ids.draftPost],
  ['a course that is a draft', 'courses', ids.draftCourse],
])('%s may use a picture without an alternative text, until it is published', async (_, table, id) => {
  expect((await use(table, id, { picture: await addPicture({ id: OTHER }) })).error).toBeNull();
});

test('an alternative text in the text itself suffices, and a picture that is gone is none', async () => {
  const content = `![Ein Raum](/_pictures/${await addPicture()}) ![](/_pictures/${OTHER})`;
  expect((await use('posts', ids.publishedPost, { content })).error).toBeNull();
});

test('a course is not published while a lesson uses such a picture', async () => {
  await use('lessons', ids.lessonOfDraft, inText(await addPicture())).throwOnError();
  expect((await use('courses', ids.draftCourse, { is_published: true })).error).toMatchObject({ hint: 'content' });
});

test('staff read whether visitors see what uses a picture, now or from a time on', async () => {
  const picture = await addPicture({ alt: 'Ein Raum' });
  const [tomorrow, yesterday] = [1, -1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const uses = async () => {
    const found: { is_public: boolean; is_scheduled: boolean }[] = await records.call('picture_uses', { picture });
    return found.map(({ is_public, is_scheduled }) => (is_public ? 'public' : is_scheduled ? 'scheduled' : 'draft'));
  };
  await use('posts', ids.publishedPost, { picture, published_at: tomorrow }).throwOnError();
  const page = await records.givenPage({ content: `![Ein Raum](/_pictures/${picture})`, published_at: tomorrow });
  expect(await uses()).toEqual(['scheduled', 'scheduled']);
  // Whoever may change what is public is not asked later.
  expect((await use('pictures', picture, { alt: '' })).error).toMatchObject({ hint: 'alt' });
  await use('posts', ids.publishedPost, { published_at: yesterday }).throwOnError();
  expect(await uses()).toEqual(['public', 'scheduled']);
  await records.remove('pages', page);
  await use('posts', ids.publishedPost, { published_at: null }).throwOnError();
  expect(await uses()).toEqual(['draft']);
  await records.givenDraft(ids.workshop, { picture }, { kind: 'workshops' });
  await owner.query('update public.drafts set publish_at = $1 where record_id = $2', [tomorrow, ids.workshop]);
  expect(await uses()).toEqual(['scheduled', 'draft']);
  await owner.execute('delete from public.drafts');
  await use('posts', ids.publishedPost, { published_at: yesterday }).throwOnError();
});
