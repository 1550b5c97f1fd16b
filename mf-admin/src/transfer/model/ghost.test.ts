import { describe, expect, test } from 'vitest';
import { readFiles } from './read-files.ts';

type Fields = Readonly<Record<string, unknown>>;

const POST = {
  id: 'a',
  title: 'A',
  slug: 'a',
  html: '<p>Text</p>',
  status: 'published',
  published_at: '2020-01-01T10:00:00.000Z',
};

const read = async (data: Fields) =>
  (await readFiles([new File([JSON.stringify({ db: [{ meta: { version: '5' }, data }] })], 'a.json')])).rows;

async function readPost(fields: Fields, data: Fields = {}) {
  const [row] = await read({ posts: [{ ...POST, ...fields }], ...data });
  return {
    content: undefined,
    published_at: undefined,
    ...row?.entry,
    notes: row?.notes,
    leftOut: row?.leftOut,
    faults: row?.faults,
  };
}

test('the oldest exports have numbers for keys and times, and one author for each post', async () => {
  const data = {
    posts: [{ ...POST, id: 1, page: 0, author_id: 7, published_at: 1_400_000_000_000, visibility: undefined }],
    users: [{ id: 7, name: 'Ada Beispiel' }],
  };
  const { rows } = await readFiles([new File([JSON.stringify({ meta: { version: '003' }, data })], 'a.json')]);
  expect(rows[0]?.entry).toMatchObject({ author: 'Ada Beispiel', published_at: '2014-05-13T16:53:20.000Z' });
});

test.each([
  ['2020-01-01T10:00:00.000Z', '2020-01-01T10:00:00.000Z'],
  ['2020-01-01 10:00:00', '2020-01-01T10:00:00Z'],
  ['1400000000000', '2014-05-13T16:53:20.000Z'],
])('the time %s is %s', async (given, expected) => {
  expect((await readPost({ published_at: given })).published_at).toBe(expected);
});

test.each([
  [{ page: 1 }, 'This is a page, not a post.'],
  [{ page: true, type: null }, 'This is a page, not a post.'],
  [{ page: 0, type: 'page' }, 'This is a page, not a post.'],
  [{ type: 'event' }, 'This is of the type event, not a post.'],
  [{ status: 'sent' }, 'It was sent as a newsletter only and never was on the site.'],
])('%j is left out', async (fields, leftOut) => {
  expect((await readPost(fields)).leftOut).toBe(leftOut);
});

test('a newsletter alone is left out', async () => {
  const { leftOut } = await readPost({}, { posts_meta: [{ post_id: 'a', email_only: true }] });
  expect(leftOut).toBe('It was sent as a newsletter only and never was on the site.');
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
      users: [
        { id: 'u', name: 'Ada' },
        { id: 'v', name: 'Ben' },
      ],
      posts_authors: [
        { post_id: 'a', author_id: 'v', sort_order: 1 },
        { post_id: 'a', author_id: 'u', sort_order: 0 },
      ],
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

test('links lead to posts by each spelling, and others are counted', async () => {
  const links = [
    '__GHOST_URL__/b/#x',
    '/b',
    '__GHOST_URL__/2020/01/b/',
    '/blog/b/',
    '__GHOST_URL__',
    '/tag/b/',
    '#/portal',
  ];
  const [row] = await read({
    posts: [
      { ...POST, html: links.map((href) => `<a href="${href}">x</a>`).join(' ') },
      { ...POST, id: 'b', slug: 'b' },
    ],
  });
  expect(row?.entry).toMatchObject({
    content: '[x](/post/b#x) [x](/post/b) [x](/post/b) [x](/post/b) [x](/) [x](/tag/b/) x\n',
  });
  expect(row?.notes).toEqual([
    '1 link to a place in the text has no such place here.',
    '1 link leads to a post or page not imported here.',
  ]);
});

const card = (name: string, inner: string) => `<div class="kg-card kg-${name}-card">${inner}</div>`;

test.each([
  [
    'audio',
    card(
      'audio',
      '<img src="" alt="audio-thumbnail" class="kg-audio-thumbnail"><div><audio src="/f.mp3"></audio><div class="kg-audio-title">Folge 1</div><span>0:00</span><button>1×</button><input type="range"></div>',
    ),
    '[Folge 1](/f.mp3)\n',
  ],
  [
    'video',
    '<figure class="kg-card kg-video-card"><div><video src="/f.mp4" poster="/p.png"></video><div><button>x</button><span>0:00</span></div></div><figcaption>Film</figcaption></figure>',
    '[f.mp4](/f.mp4)\n\nFilm\n',
  ],
  [
    'file',
    card(
      'file',
      '<a class="kg-file-card-container" href="/f.pdf"><div class="kg-file-card-contents"><div class="kg-file-card-title">Plan</div><div class="kg-file-card-caption">Neu</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">f.pdf</div><div class="kg-file-card-filesize">2 MB</div></div></div><svg></svg></a>',
    ),
    '[Plan](/f.pdf)\n\nNeu · f.pdf · 2 MB\n',
  ],
  [
    'bookmark',
    card(
      'bookmark',
      '<a class="kg-bookmark-container" href="https://b.example/"><div class="kg-bookmark-title">B</div><div class="kg-bookmark-description">C</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">D</span></div></a>',
    ),
    '[B](https://b.example/)\n\nC · D\n',
  ],
  [
    'callout',
    card('callout', '<div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Tipp</div>'),
    '> 💡\n>\n> Tipp\n',
  ],
  [
    'toggle',
    card(
      'toggle',
      '<div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Frage</h4><button>v</button></div><div class="kg-toggle-content"><p>Antwort</p></div>',
    ),
    '#### Frage\n\nAntwort\n',
  ],
  [
    'product',
    card(
      'product',
      '<h4>Buch</h4><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg></svg></span><span class="kg-product-card-rating-star"><svg></svg></span></div><a href="/k"><span>Kaufen</span></a>',
    ),
    '#### Buch\n\n★☆\n\n[Kaufen](/k)\n',
  ],
  [
    'gallery',
    '<figure class="kg-card kg-gallery-card"><div><div><img src="/1.png" alt="1"></div><div><img src="/2.png" alt="2"></div></div></figure>',
    '![1](/1.png)\n\n![2](/2.png)\n',
  ],
])('a card of the kind %s has its words and its address, and no controls', async (_, html, markdown) => {
  expect((await readPost({ html })).content).toBe(markdown);
});

const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });
const lexical = JSON.stringify({
  root: {
    children: [
      { type: 'extended-heading', tag: 'h2', children: [text('Titel')] },
      {
        type: 'paragraph',
        children: [
          text('a<b ', 1),
          { type: 'link', url: '__GHOST_URL__/b/', children: [text('B', 3)] },
          { type: 'linebreak' },
          text('c'),
        ],
      },
      { type: 'list', listType: 'number', start: 3, children: [{ type: 'listitem', children: [text('x')] }] },
      { type: 'markdown', markdown: '*Wort*' },
      { type: 'callout', calloutEmoji: '💡', calloutText: 'Tipp' },
      { type: 'constructor' },
    ],
  },
});
const mobiledoc = JSON.stringify({
  version: '0.3.1',
  atoms: [['soft-return', '', {}]],
  cards: [
    ['image', { src: '/a.png', alt: 'A', caption: 'Ufer' }],
    ['card-markdown', { markdown: '*Wort*' }],
  ],
  markups: [['strong'], ['a', ['href', '/b/']]],
  sections: [
    [
      1,
      'p',
      [
        [0, [0], 0, 'fett '],
        [0, [1], 2, 'B'],
        [1, [], 0, 0],
        [0, [], 0, 'c'],
      ],
    ],
    [3, 'ul', [[[0, [], 0, 'x']]]],
    [10, 0],
    [10, 1],
  ],
});

test.each([
  [
    'lexical',
    { lexical },
    '## Titel\n\n**a\\<b** [_**B**_](/b/)\\\nc\n\n3. x\n\n*Wort*\n\n> 💡 Tipp',
    ['1 card left out: constructor.'],
  ],
  ['mobiledoc', { mobiledoc }, '**fett [B](/b/)**\\\nc\n\n- x\n\n![A](/a.png)\n\nUfer\n\n*Wort*', []],
  ['the Markdown of old versions', { markdown: '*Wort*' }, '*Wort*', []],
])('a post without HTML has the text of %s', async (_, fields, content, notes) => {
  expect(await readPost({ html: null, ...fields })).toMatchObject({ content, notes: expect.arrayContaining(notes) });
});
