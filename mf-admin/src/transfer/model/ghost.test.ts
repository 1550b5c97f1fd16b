import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readFiles } from './read-files.ts';

type Fields = Readonly<Record<string, unknown>>;

const POST = {
  ...{ id: 'a', title: 'A', slug: 'a', html: '<p>Text</p>' },
  ...{ status: 'published', published_at: '2020-01-01T10:00:00.000Z' },
};

const readExport = (content: string) => readFiles([new File([content], 'a.json')]);
const read = async (data: Fields) =>
  (await readExport(JSON.stringify({ db: [{ meta: { version: '5' }, data }] }))).rows;

async function readPost(fields: Fields, data: Fields = {}) {
  const [row] = await read({ posts: [{ ...POST, ...fields }], ...data });
  const { entry, notes, leftOut, faults } = row ?? {};
  return { content: undefined, published_at: undefined, ...entry, notes, leftOut, faults };
}

const NEWSLETTER = 'It was sent as a newsletter only and never was on the site.';
const NO_HTML = 'html: nothing found; expected the text of the post. Ghost writes it when the post is saved.';

test('an export becomes rows of posts, with what is left out of each', async () => {
  const fixture = readFileSync(new URL('fixtures/ghost.json', import.meta.url), 'utf8');
  const { target, rows } = await readExport(fixture);
  const [first, second, third, membersOnly, page, newsletter, empty] = rows;
  expect(target).toBe('posts');
  expect(first?.entry).toMatchObject({
    ...{ title: 'Lernziele & Werkzeuge', slug: 'lernziele-und-werkzeuge', excerpt: 'Worum es geht' },
    ...{ published_at: '2026-01-10T09:30:00.000Z', author: 'Ada Beispiel' },
    ...{ category: 'Didaktik', category_slug: 'didaktik' },
  });
  expect(first?.entry.content).toMatch(
    /^## Ziele\n\nEin \*\*klares\*\* Ziel, siehe \[den zweiten\]\(\/post\/zweiter-beitrag\)/,
  );
  expect(first?.entry.content).toContain('\n\n> Zitat\n\n');
  expect(first?.notes).toEqual([
    '1 script is left out.',
    '1 link leads to a post or page not imported here.',
    '2 further tags left out: #intern, Werkzeuge.',
    '1 picture or file not in the export.',
  ]);
  expect([second, third].map((row) => row?.entry.published_at)).toEqual([null, '2031-05-01T06:00:00.000Z']);
  expect(membersOnly?.entry.published_at).toBeNull();
  expect(page?.leftOut).toBe('This is a page, not a post.');
  expect(newsletter?.leftOut).toBe(NEWSLETTER);
  expect(empty).toMatchObject({ faults: [NO_HTML] });
});

test('the oldest exports have numbers for keys and times, and one author for each post', async () => {
  const old = { id: 1, page: 0, author_id: 7, published_at: 1_400_000_000_000, visibility: undefined };
  const data = { posts: [{ ...POST, ...old }], users: [{ id: 7, name: 'Ada Beispiel' }] };
  const { rows } = await readExport(JSON.stringify({ meta: { version: '003' }, data }));
  expect(rows[0]?.entry).toMatchObject({ author: 'Ada Beispiel', published_at: '2014-05-13T16:53:20.000Z' });
});

test.each([
  ['2020-01-01T10:00:00.000Z', '2020-01-01T10:00:00.000Z'],
  ['2020-01-01 10:00:00', '2020-01-01T10:00:00Z'],
  ['1400000000000', '2014-05-13T16:53:20.000Z'],
])('the time %s is %s', async (given, expected) => {
  expect((await readPost({ published_at: given })).published_at).toBe(expected);
});

test.each<[Fields, string, Fields?]>([
  [{ page: 1 }, 'This is a page, not a post.'],
  [{ page: true, type: null }, 'This is a page, not a post.'],
  [{ page: 0, type: 'page' }, 'This is a page, not a post.'],
  [{ type: 'event' }, 'This is of the type event, not a post.'],
  [{ status: 'sent' }, NEWSLETTER],
  [{}, NEWSLETTER, { posts_meta: [{ post_id: 'a', email_only: true }] }],
])('%j is left out', async (fields, leftOut, data) => {
  expect((await readPost(fields, data)).leftOut).toBe(leftOut);
});

const gated = (audience: string) => `<!--kg-gated-block:begin ${audience} --><p>x</p><!--kg-gated-block:end-->`;

test('a part that everybody reads leaves the post public', async () => {
  const row = await readPost({ html: gated('nonMember:true memberSegment:""') });
  expect(row).toMatchObject({ published_at: POST.published_at, content: 'x\n', notes: [] });
});

describe('what is not known to be public is a draft', () => {
  const PARTS = ['In Ghost only members read parts of it: it becomes a draft.'];
  const MEMBERS = ['In Ghost only members read it: it becomes a draft.'];
  test.each([
    [{ status: 'draft' }, []],
    [{ visibility: 'paid' }, MEMBERS],
    [{ visibility: 'tiers' }, MEMBERS],
    [{ status: 'review' }, ['The status review is unknown here: it becomes a draft.']],
    [{ status: null }, ['It has no status: it becomes a draft.']],
    [{ published_at: null }, ['It has no date: it becomes a draft.']],
    [{ html: gated('nonMember:false memberSegment:"status:free"') }, PARTS],
    [{ lexical: '{"root":{"children":[{"type":"html","html":"x","visibility":{"web":{"nonMember":false}}}]}}' }, PARTS],
  ])('%j', async (fields, notes) => {
    expect(await readPost(fields)).toMatchObject({ published_at: null, notes });
  });
});

test('a post that cannot be converted is wrong, and stops no other', async () => {
  const rows = await read({ posts: [{ ...POST, published_at: '9'.repeat(20) }, POST] });
  expect(rows.map(({ faults }) => faults)).toEqual([['This row cannot be read (Invalid time value).'], []]);
});

test('all authors are named; further tags, pictures and fields are said to be left out', async () => {
  const row = await readPost(
    {
      ...{ feature_image: '__GHOST_URL__/content/images/k.png', featured: 1, canonical_url: 'https://b.example/' },
      ...{ codeinjection_head: '<style></style>', html: '<img src="__GHOST_URL__/content/images/a.png" alt="A">' },
    },
    {
      users: Object.entries({ u: 'Ada', v: 'Ben' }).map(([id, name]) => ({ id, name })),
      posts_authors: ['u', 'v'].map((author_id, sort_order) => ({ post_id: 'a', author_id, sort_order })).reverse(),
      tags: [
        { id: 't', name: '#intern', slug: 'i', visibility: 'internal' },
        { id: 's', name: 'B', slug: 'b' },
        { id: 'r', name: 'C', slug: 'c' },
      ],
      posts_tags: ['t', 's', 'r'].map((tag_id, sort_order) => ({ post_id: 'a', tag_id, sort_order })),
      posts_meta: [{ post_id: 'a', og_title: 'x', meta_title: 'y' }],
    },
  );
  expect(row).toMatchObject({ author: 'Ada, Ben', category: 'B', content: '![A](/content/images/a.png)\n' });
  expect(row.notes).toEqual([
    '2 further tags left out: #intern, C.',
    '1 picture or file not in the export.',
    'Its picture is left out: /content/images/k.png.',
    '2 fields for search engines left out: meta_title, og_title.',
    'Its canonical address is left out: https://b.example/.',
    'Code in its head or foot is left out.',
    'It was featured.',
  ]);
});

test('links lead to posts, and others are counted', async () => {
  const links = ['__GHOST_URL__/b/#x', '/blog/b/', '__GHOST_URL__', '/tag/b/', '#/portal'];
  const html = links.map((href) => `<a href="${href}">x</a>`).join(' ');
  const [row] = await read({
    posts: [
      { ...POST, html },
      { ...POST, id: 'b', slug: 'b' },
    ],
  });
  expect(row?.entry.content).toBe('[x](/post/b#x) [x](/post/b) [x](/) [x](/tag/b/) x\n');
  expect(row?.notes).toEqual([
    '1 link to a place in the text has no such place here.',
    '1 link leads to a post or page not imported here.',
  ]);
});

const card = (kind: string, inner: string, tag = 'div') => `<${tag} class="kg-card kg-${kind}-card">${inner}</${tag}>`;
const part = (name: string, inner: string) => `<div class="kg-${name}">${inner}</div>`;
const QUESTION = '<h4 class="kg-toggle-heading-text">Frage</h4><button>v</button>';
const CONTROLS = '<span>0:00</span><button>1×</button><input type="range">';

test('cards have their words and addresses, and no controls', async () => {
  const sound = `<img src="" class="kg-audio-thumbnail"><audio src="/f.mp3"></audio>${part('audio-title', 'Folge 1')}`;
  const file = `${part('file-card-title', 'Plan')}${part('file-card-caption', 'Neu')}<svg></svg>`;
  const size = `${part('file-card-filename', 'f.pdf')}${part('file-card-filesize', '2 MB')}`;
  const bookmark = `${part('bookmark-title', 'B')}${part('bookmark-description', 'C')}`;
  const star = (more = '') => `<span class="${more}kg-product-card-rating-star"><svg></svg></span>`;
  const stars = part('product-card-rating', star('kg-product-card-rating-active ') + star());
  const html = [
    card('audio', `${sound}<div>${CONTROLS}</div>`),
    card('video', `<div><video src="/f.mp4"></video>${CONTROLS}</div><figcaption>Film</figcaption>`, 'figure'),
    card('file', `<a href="/f.pdf">${file}${part('file-card-metadata', size)}</a>`),
    card('bookmark', `<a href="https://b.example/">${bookmark}<span class="kg-bookmark-author">D</span></a>`),
    card('callout', part('callout-emoji', '💡') + part('callout-text', 'Tipp')),
    card('toggle', part('toggle-heading', QUESTION) + part('toggle-content', 'Antwort')),
    card('product', `<h4>Buch</h4>${stars}<a href="/k"><span>Kaufen</span></a>`),
    card('gallery', '<div><img src="/1.png" alt="1"></div><div><img src="/2.png" alt="2"></div>', 'figure'),
  ].join('');
  expect(
    String((await readPost({ html })).content)
      .trim()
      .split('\n\n'),
  ).toEqual([
    ...['[Folge 1](/f.mp3)', '[f.mp4](/f.mp4)', 'Film', '[Plan](/f.pdf)', 'Neu · f.pdf · 2 MB'],
    ...['[B](https://b.example/)', 'C · D', '> 💡\n>\n> Tipp', '#### Frage', 'Antwort'],
    ...['#### Buch', '★☆', '[Kaufen](/k)', '![1](/1.png)', '![2](/2.png)'],
  ]);
});

const text = (value: string, format = 0) => `{"type":"extended-text","text":"${value}","format":${format}}`;
const lexical = `{"root":{"children":[
  {"type":"extended-heading","tag":"h2","children":[${text('Titel')}]},
  {"type":"paragraph","children":[${text('a<b ', 1)},
    {"type":"link","url":"__GHOST_URL__/b/","children":[${text('B', 3)}]},{"type":"linebreak"},${text('c')}]},
  {"type":"list","listType":"number","start":3,"children":[{"type":"listitem","children":[${text('x')}]}]},
  {"type":"markdown","markdown":"*Wort*"},
  {"type":"callout","calloutEmoji":"💡","calloutText":"Tipp"},
  {"type":"constructor"}]}}`;
const mobiledoc = `{"version":"0.3.1","atoms":[["soft-return","",{}]],"markups":[["strong"],["a",["href","/b/"]]],
  "cards":[["image",{"src":"/a.png","alt":"A","caption":"Ufer"}],["card-markdown",{"markdown":"*Wort*"}]],
  "sections":[[1,"p",[[0,[0],0,"fett "],[0,[1],2,"B"],[1,[],0,0],[0,[],0,"c"]]],[3,"ul",[[[0,[],0,"x"]]]],[10,0],[10,1]]}`;
const LEXICAL = '## Titel\n\n**a\\<b** [_**B**_](/b/)\\\nc\n\n3. x\n\n*Wort*\n\n> 💡 Tipp';

test.each([
  ['lexical', { lexical }, LEXICAL, ['1 card left out: constructor.']],
  ['mobiledoc', { mobiledoc }, '**fett [B](/b/)**\\\nc\n\n- x\n\n![A](/a.png)\n\nUfer\n\n*Wort*', []],
  ['the Markdown of old versions', { markdown: '*Wort*' }, '*Wort*', []],
])('a post without HTML has the text of %s', async (_, fields, content, notes) => {
  expect(await readPost({ html: null, ...fields })).toMatchObject({ content, notes: expect.arrayContaining(notes) });
});
