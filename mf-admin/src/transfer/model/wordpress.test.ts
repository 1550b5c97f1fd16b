import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readFiles } from './read-files.ts';

type Fields = Readonly<Record<string, string>>;

const element = ([name, value]: readonly [string, string]) => `<${name}><![CDATA[${value}]]></${name}>`;
const metaOf = ([key, value]: readonly [string, string]) =>
  `<wp:postmeta>${element(['wp:meta_key', key])}${element(['wp:meta_value', value])}</wp:postmeta>`;
const meta = (fields: Fields) => Object.entries(fields).map(metaOf).join('');
const term = (domain: string, nicename: string, name: string) =>
  `<category domain="${domain}" nicename="${nicename}"><![CDATA[${name}]]></category>`;

const POST = {
  ...{ 'wp:post_id': '9', 'wp:post_type': 'post', 'wp:status': 'publish', 'wp:post_name': 'neun', title: 'Neun' },
  ...{ link: 'https://alt.example/2020/01/neun/', 'wp:post_date_gmt': '2020-01-01 09:00:00' },
};
const elements = (fields: Fields) => Object.entries(fields).map(element).join('');
const item = (fields: Fields, more = '') => `<item>${elements({ ...POST, ...fields })}${more}</item>`;
const written = (content: string, more = '') => item({ 'content:encoded': content }, more);
const REUSABLE = { 'wp:post_id': '70', 'wp:post_type': 'wp_block' };
const picture = (id: string, fields: Fields = {}) =>
  item({
    ...{ 'wp:post_id': id, 'wp:post_type': 'attachment', 'wp:status': 'inherit', 'wp:post_name': `bild-${id}` },
    ...{ 'wp:attachment_url': `https://alt.example/${id}.jpg`, ...fields },
  });

const xml = (items: string, channel = '') =>
  `<rss><channel><link>https://alt.example</link><wp:wxr_version>1.2</wp:wxr_version>${channel}${items}</channel></rss>`;
const readExport = (text: string) => readFiles([new File([text], 'a.xml')]);
const read = async (items: string, channel = '') => (await readExport(xml(items, channel))).rows;

async function readOne(items: string, channel = '') {
  const [row] = await read(items, channel);
  return { content: undefined, published_at: undefined, ...row?.entry, notes: row?.notes };
}

const NOT_ALL = 'In WordPress not everybody reads it: it becomes a draft.';

test('an export becomes rows of posts, with what is left out of each', async () => {
  const { rows } = await readExport(readFileSync(new URL('fixtures/wordpress.xml', import.meta.url), 'utf8'));
  const [first, scheduled, draft, withPassword, page, inTrash] = rows;
  expect(first).toMatchObject({
    place: 'item 11',
    entry: {
      ...{ title: 'Fragen stellen', slug: 'fragen-stellen', excerpt: 'Kurz gefragt' },
      ...{ published_at: '2026-01-10T09:30:00Z', author: 'Ada Beispiel' },
      ...{ category: 'Praxis & Alltag', category_slug: 'praxis' },
    },
    notes: ['1 embedded frame is a link now.', '1 tag left out: Fragen.'],
  });
  expect(String(first?.entry.content).split('\n\n')).toEqual([
    '## Warum?',
    'Weil _jede_ Frage zählt, und [Zuhören](/post/zuhoeren) auch. ist nur ein Wort.',
    '- Offen',
    '[Ein Video](https://video.example/embed/1)\n',
  ]);
  expect(scheduled?.entry).toMatchObject({
    content: 'Erster Absatz\\\nmit zwei Zeilen.\n\nZweiter Absatz.\n',
    published_at: '2031-05-01T06:00:00Z',
  });
  expect(scheduled?.notes).toEqual(['2 pictures of a gallery not in this file.']);
  expect(draft?.entry).toMatchObject({ slug: 'ein-entwurf-fuer-spaeter', published_at: null });
  expect(withPassword).toMatchObject({ entry: { slug: 'mit-passwort', published_at: null }, notes: [NOT_ALL] });
  expect([page, inTrash].map((row) => row?.leftOut)).toEqual(['This is a page, not a post.', 'It is in the trash.']);
});

test('entities in titles, names and excerpts are their characters, however often they were encoded', async () => {
  const written = item({ 'excerpt:encoded': '<p>Mehl &amp; Hefe</p><p>Salz</p>' }, term('category', 't', 'A &amp; B'));
  const raw = '<title>Technik &amp;amp; Geräte &#8211; &lt;em&gt;kurz&lt;/em&gt;</title>';
  const row = await readOne(written.replace(/<title>.*?<\/title>/, raw));
  expect(row).toMatchObject({ title: 'Technik & Geräte – kurz', excerpt: 'Mehl & Hefe\nSalz', category: 'A & B' });
});

test('addresses of other letters are decoded, unusable ones come from the title, drafts of one title differ', async () => {
  const draft = item({ title: 'Idee', 'wp:post_name': '', 'wp:status': 'draft' });
  const rows = await read(
    item({ 'wp:post_name': 'probe-%d0%bf%d1%80' }) + item({ 'wp:post_name': 'a%2fb', title: 'Ä b' }) + draft + draft,
  );
  expect(rows.map(({ entry }) => entry.slug)).toEqual(['probe-пр', 'ae-b', 'idee', 'idee-2']);
  expect(rows.map(({ notes }) => notes)).toEqual([
    ['Its address has its letters now: /post/probe-пр.'],
    ['Its address was a%2fb; its title makes /post/ae-b.'],
    [],
    [],
  ]);
});

test('names that every object has are unknown here', async () => {
  const rows = await read(
    item({ 'wp:status': 'constructor' }, term('constructor', 'x', 'X')) + item({ 'wp:post_type': 'toString' }),
  );
  expect(rows).toMatchObject([
    { notes: ['The status constructor is unknown here: it becomes a draft.', '1 term of constructor left out: X.'] },
    { leftOut: 'This is of the type toString, not a post.' },
  ]);
});

test('elements within each other without end stop no other row, and dots alone are no address', async () => {
  expect(await read(item({ title: '<b>'.repeat(50_000), 'wp:post_name': '' }) + item({}))).toHaveLength(2);
  const row = await readOne(item({ 'wp:post_name': '..', title: 'Punkt' }, term('category', '.', 'X')));
  expect(row).toMatchObject({ slug: 'punkt', new_category_slug: 'x' });
});

const ZERO = '0000-00-00 00:00:00';
test.each([
  [{ 'wp:post_date_gmt': '2020-01-01 09:00:00' }, '2020-01-01T09:00:00Z', []],
  [{ 'wp:post_date_gmt': ZERO, pubDate: 'Sun, 06 May 2012 05:08:09 +0000' }, '2012-05-06T05:08:09.000Z', []],
  [
    { 'wp:post_date_gmt': ZERO, pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000', 'wp:post_date': '2012-05-06 07:08:09' },
    '2012-05-06T07:08:09',
    ['Its date has no time zone: it is read in that of this site.'],
  ],
  [{ 'wp:post_date_gmt': ZERO, 'wp:post_date': ZERO }, null, ['It has no date: it becomes a draft.']],
])('the date of %j is %s', async (fields, date, notes) => {
  expect(await readOne(item(fields))).toMatchObject({ published_at: date, notes });
});

describe('what is not known to be public is a draft', () => {
  test.each([
    [{ 'wp:status': 'draft' }, '', []],
    [{ 'wp:status': 'pending' }, '', []],
    [{ 'wp:status': 'private' }, '', [NOT_ALL]],
    [{ 'wp:post_password': 'x' }, '', [NOT_ALL]],
    [{ 'wp:status': 'archiv' }, '', ['The status archiv is unknown here: it becomes a draft.']],
    [{ 'wp:status': '' }, '', ['It has no status: it becomes a draft.']],
    [{}, meta({ _jetpack_newsletter_access: 'subscribers' }), [expect.stringContaining('says who may read it')]],
  ])('%j', async (fields, more, notes) => {
    expect(await readOne(item(fields, more))).toMatchObject({ published_at: null, notes });
  });

  const blocks = ['premium-content/container', 'pmpro/membership', 'memberpress/protected', 'jetpack/paywall'];
  const tags = [
    ...['restrict', 'membership level="1"', 'members_only', 'wpmem_logged_in', 's2If is_user_logged_in()'],
    ...['um_loggedin', 'mepr-active rules="<1"', 'rcp_restrict', 'swpm_protected for="2"', '_s2If x'],
  ];

  test.each([
    ...blocks.map((name) => [name, `<!-- wp:${name} {"a":1} --><p>x</p><!-- /wp:${name} -->`]),
    ['jetpack/paywall', '<p>x</p><!-- wp:jetpack/paywall /--><p>y</p>'],
    ...tags.map((tag) => [tag.split(' ')[0], `[${tag}]x[/${tag.split(' ')[0]}]`]),
    ['restrict', '<!-- wp:block {"ref":70} /-->'],
  ])('part of %s in %s', async (name = '', content = '') => {
    const reusable = item({ ...REUSABLE, 'content:encoded': '[restrict]x[/restrict]' });
    const row = await readOne(written(content) + reusable);
    expect(row).toMatchObject({ published_at: null });
    expect(row.notes).toContain(`In WordPress not everybody reads parts of it (${name}): it becomes a draft.`);
  });

  const access = (isOn: 0 | 1) => `a:2:{s:26:"_um_custom_access_settings";b:${isOn};s:14:"_um_accessible";s:1:"2";}`;

  test.each([
    ['_wpmem_block', '1', '0'],
    ['_is_paid', '1', ''],
    ['_members_access_role', 'editor', ''],
    ['rcp_user_level', 'Subscriber', 'a:1:{i:0;s:3:"All";}'],
    ['um_content_restriction', access(1), access(0)],
  ])('field %s, unless it names everybody', async (key, some, all) => {
    const row = await readOne(item({}, meta({ [key]: some })));
    expect(row.published_at).toBeNull();
    expect(row.notes).toContain(`The plugin field ${key} says who may read it: it becomes a draft.`);
    expect((await readOne(written('[[restrict]] [Mitglied]', meta({ [key]: all })))).published_at).not.toBeNull();
  });

  test('and what is no post is left out', async () => {
    const items = ['page', 'attachment', 'wp_block', 'kurs', ''].map((type) => item({ 'wp:post_type': type }));
    expect((await read(items.join(''))).every(({ leftOut }) => leftOut)).toBe(true);
  });
});

describe('a reference', () => {
  test('to a footnote, a reusable block and pictures of a gallery becomes what it is here', async () => {
    const text = `<!-- wp:paragraph --><p>Das stimmt.<sup data-fn="f-1" class="fn"><a href="#f-1" id="f-1-link">1</a></sup></p>
<!-- /wp:paragraph --><!-- wp:block {"ref":70} /--> [gallery ids="77"] <!-- wp:footnotes /-->`;
    const notes = meta({ footnotes: '[{"content":"Die Quelle heisst <em>Gneisblatt</em>.","id":"f-1"}]' });
    const reusable = item({ ...REUSABLE, 'content:encoded': '<p>Wiederholt</p>' });
    const row = await readOne(written(text, notes) + reusable + picture('77', { 'excerpt:encoded': 'Am Ufer' }));
    expect(String(row.content).split('\n\n')).toEqual([
      ...['Das stimmt.[^1]', 'Wiederholt', '![](https://alt.example/77.jpg)', 'Am Ufer'],
      '[^1]: Die Quelle heisst _Gneisblatt_.\n',
    ]);
    expect(row.notes).toEqual([]);
  });

  test('that leads nowhere is said, with how many', async () => {
    const text = `<!-- wp:p --><p>A<sup data-fn="x"><a href="#x">1</a></sup> <a href="/2020/01/weg/">weg</a> <a href="/?p=8">weg</a></p>
<!-- wp:block {"ref":71} /--><!-- wp:block {"ref":70} /--> [gallery ids="1,2"] [kontakt id="3"] <!-- wp:group {"a":1} -->
<p>B</p><!-- /wp:group --><!-- wp:latest-posts {"x":2} /--><!--nextpage--><p>C</p>`;
    const fields = meta({ _thumbnail_id: '5', _yoast_wpseo_title: 'x', untertitel: 'y', _edit_last: '1' });
    const secret = item({ ...REUSABLE, 'wp:status': 'private', 'content:encoded': 'geheim' });
    const row = await readOne(written(text, fields) + secret);
    expect(row.content).toContain('[weg](https://alt.example/2020/01/weg/)');
    expect(row.content).toContain('B');
    expect(row.content).not.toContain('geheim');
    expect(row.notes).toEqual([
      '1 footnote has no note in this file.',
      '2 links lead to posts or pages not imported here.',
      '2 pictures of a gallery not in this file.',
      '2 reusable blocks not in this file.',
      'Blocks without stored text are left out: latest-posts.',
      'Text in square brackets stays as it is: kontakt.',
      '1 page break left out.',
      'Its picture is left out, and not in this file either.',
      '1 field for search engines left out: title.',
      '1 custom field left out: untertitel.',
    ]);
  });

  test('to another post leads to it by its present and its former address', async () => {
    const target = item(
      { 'wp:post_id': '8', 'wp:post_name': 'ziel', link: 'https://alt.example/2020/01/ziel/' },
      meta({ _wp_old_slug: 'alt' }) + meta({ _wp_old_slug: 'aelter' }),
    );
    const links = ['https://alt.example/2020/01/ziel/#teil-2', '/?p=8', '../alt/', '../aelter/'];
    const row = await readOne(written(links.map((href) => `<a href="${href}">x</a>`).join(' ')) + target);
    expect(row.content).toBe('[x](/post/ziel#teil-2) [x](/post/ziel) [x](/post/ziel) [x](/post/ziel)\n');
  });

  test('to several categories keeps the one that WordPress prefers, and to several authors keeps all', async () => {
    const categories = Object.entries({ 1: 'allgemein', 2: 'b', 3: 'a' }).map(
      ([id, slug]) => `<wp:category>${elements({ 'wp:term_id': id, 'wp:category_nicename': slug })}</wp:category>`,
    );
    const author = elements({ 'wp:author_login': 'ada', 'wp:author_display_name': 'Ada Beispiel' });
    const channel = `${categories.join('')}<wp:author>${author}</wp:author>`;
    const terms = term('category', 'a', 'A') + term('category', 'allgemein', 'Allgemein') + term('category', 'b', 'B');
    const others = term('post_tag', 'x', 'X') + term('author', 'cap-ada', 'ada') + term('author', 'ben', 'Ben Muster');
    const [plain, primary] = await read(
      item({}, terms + others) + item({}, terms + meta({ _yoast_wpseo_primary_category: '3' })),
      channel,
    );
    expect(plain?.entry).toMatchObject({ category: 'B', author: 'Ada Beispiel, Ben Muster' });
    expect(plain?.notes).toEqual(['2 further categories left out: A, Allgemein.', '1 tag left out: X.']);
    expect(primary?.entry.category).toBe('A');
  });
});

/** By the text in WordPress. */
const CLASSIC = {
  'Eins.\n\nZwei\nZeilen.\n<p style="text-align: center;">Mitte</p>\nDrei.\n\n<ul>\n\t<li>a</li>\n\t<li>b</li>\n</ul>\nVier.':
    'Eins.\n\nZwei\\\nZeilen.\n\nMitte\n\nDrei.\n\n- a\n- b\n\nVier.\n',
  'Vor\n<pre>a\n\n\n<b>b</b></pre>\nNach': 'Vor\n\n```\na\n\n\nb\n```\n\nNach\n',
  '<blockquote>A\n\nB</blockquote>\nC': '> A\n>\n> B\n\nC\n',
  'A\n\nhttps://video.example/1\n\nB': 'A\n\n<https://video.example/1>\n\nB\n',
  '[caption id="x" width="3"]<a href="/w/"><img src="a.jpg" alt="Alt"></a> Am <em>Ufer</em>[/caption]\nDanach':
    '[![Alt](https://alt.example/2020/01/neun/a.jpg)](https://alt.example/w/)\n\nAm _Ufer_\n\nDanach\n',
  '[audio src="/a.mp3"][/audio] [embed]https://v.example/2[/embed]':
    '[a.mp3](https://alt.example/a.mp3)\n\n<https://v.example/2>\n',
  '[sourcecode language="php"]\na &lt; b\n\nc\n[/sourcecode]': '```php\na < b\n\nc\n```\n',
  'So: [[gallery]] oder [sic]': 'So: \\[gallery] oder \\[sic]\n',
};

test.each(Object.entries(CLASSIC))(
  'the text %j of the classic editor is as in WordPress',
  async (content, markdown) => {
    expect((await readOne(written(content))).content).toBe(markdown);
  },
);

test.each([
  ['an ampersand in an address', '<wp:attachment_url>https://a.example/?a=1&b=2</wp:attachment_url>'],
  ['an entity of HTML', '<description>A&nbsp;B</description>'],
  ['a control character', '<description>A\u000bB</description>'],
])('%s does not make the file unreadable', async (_, part) => {
  expect((await read(written('Text & <b>mehr</b>', part)))[0]?.entry.content).toBe('Text & **mehr**\n');
});

/** A pattern that tries each end for each beginning would take minutes. */
test.each(['<!-- wp:a {', '[code ', '<p ', '<pre ', ' '])(
  '100 kB of %j are read at once',
  { timeout: 2000 },
  async (part) => {
    const words = `a${part.repeat(100_000 / part.length)}b`;
    const fields = { 'content:encoded': words, 'excerpt:encoded': words };
    const rows = await read(written(`<!-- wp:a /-->${words}`) + item(fields));
    expect(rows.map(({ faults }) => faults)).toEqual([[], []]);
  },
);

test('blank lines before the declaration are read over', async () => {
  expect((await readExport(`\n\n<?xml version="1.0"?>${xml(written('A'))}`)).rows).toHaveLength(1);
});
