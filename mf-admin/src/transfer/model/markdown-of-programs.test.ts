import { toSlug } from '@ki/shared/format/slug.ts';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFiles } from './read-files.ts';

type Files = Readonly<Record<string, string>>;

const zipOf = (files: Files) => {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(entries)));
};
const readZip = (bytes: Uint8Array<ArrayBuffer>) => readFiles([new File([bytes], 'a.zip')]);

function readAll(files: Files) {
  const chosen = Object.entries(files).map(([path, text]) => {
    const file = new File([text], path.split('/').at(-1) ?? path);
    return Object.defineProperty(file, 'webkitRelativePath', { value: path });
  });
  return readFiles(chosen);
}

const rowsOf = async (files: Files) => (await readAll(files)).rows;

async function rowOf(text: string, path = 'a.md') {
  const [row] = await rowsOf({ [path]: text, 'blog/other.md': '---\ntitle: Other\ndate: 2019-03-02\n---\n\nText\n' });
  return row ?? expect.fail('no row');
}

const matter = (...lines: string[]) => `---\n${['title: A', 'slug: a', ...lines].join('\n')}\n---\n\nText\n`;
const fields = { title: 'A', slug: 'a', published_at: '2019-03-01', content: 'Text\n' };

describe('front matter', () => {
  test.each([
    ['Jekyll', '---\nlayout:\ntitle: A\npermalink: a\ndate: 2019-03-01\n---\nText\n'],
    ['CRLF, a mark and blanks', '\uFEFF\r\n---  \r\ntitle: A\r\nslug: a\r\ndate: 2019-03-01\r\n---\t\r\n\r\nText\n'],
    ['dots at its end', '---\ntitle: A\nslug: a\ndate: 2019-03-01\n...\nText\n'],
    ['Hugo’s TOML', '+++\ntitle = "A"\nslug = "a"\ndate = 2019-03-01 # Freitag\n+++\n\nText\n'],
    ['Hugo’s JSON', '{\n\t"title": "A",\n\t"slug": "a",\n\t"date": "2019-03-01"\n}\n\nText\n'],
    ['Hexo’s lines without a first fence', 'title: A\nslug: a\ndate: 2019/3/1\ntags:\n---\nText\n'],
    ['Hexo’s JSON', '"title": "A",\n"slug": "a",\n"date": "2019-03-01"\n;;;\nText\n'.replace(/^/, ';;;\n')],
    ['Pelican', 'Title: A\nDate: 2019-03-01\nSlug: a\nTags:\n\nText\n'],
    ['Nikola', '<!--\n.. title: A\n.. slug: a\n.. date: 2019-03-01\n-->\n\nText\n'],
    ['Zola', '+++\ntitle = "A"\ndate = 2019-03-01\npath = "a"\n[extra]\ndraft = false\n+++\nText\n'],
    ['Astro', '---\ntitle: "A"\nslug: a\npubDate: "Mar 01 2019"\n---\nText\n'],
    ['Docusaurus', '---\ntitle: A\nslug: /a\ndate: 2019-03-01\ndraft: false\n---\nText\n'],
  ])('of %s is read', async (_, text) => {
    const {
      entry: { addresses = [], ...entry },
      faults,
    } = await rowOf(text);
    expect([entry, addresses, faults]).toEqual([fields, text.includes('permalink') ? ['/a'] : [], []]);
  });

  const TITLES = ['1.10', '0815', '007', '1e3', '0x10', 'yes', 'null', '~', '2026-03-01', '1_000', '.5'];

  test('has texts that look like numbers as written', async () => {
    const files = TITLES.map((title) => [`${title}.md`, `---\ntitle: ${title}\n---\nText`] as const);
    expect((await rowsOf(Object.fromEntries(files))).map(({ title }) => title)).toEqual(TITLES);
    const { entry } = await rowOf('---\ntitle: A\nslug: 0815\nauthor: 007\ncategory: 1.10\nexcerpt: "null"\n---\nText');
    expect(entry).toMatchObject({ slug: '0815', author: '007', category: '1.10', excerpt: 'null' });
  });

  test.each([
    ['author: [Ada Beispiel, Bert Muster]', 'author', 'Ada Beispiel, Bert Muster'],
    ['authors:\n  - name: Ada Beispiel\n    url: /ada\n  - bert', 'author', 'Ada Beispiel, bert'],
    ['author: { name: Ada Beispiel }', 'author', 'Ada Beispiel'],
    ['summary: Kurz', 'excerpt', 'Kurz'],
    ['categories:\n  - [Praxis, Kurs]\n  - Theorie', 'category', 'Praxis'],
    ['taxonomies:\n  categories: [Praxis]', 'category', 'Praxis'],
    ['categories: Praxis, Theorie', 'category', 'Praxis'],
    ['publishDate: 2031-03-01\ndate: 2019-03-01', 'published_at', '2031-03-01'],
    ['published: 2019-03-01', 'published_at', '2019-03-01'],
  ])('with %j is understood', async (line, key, value) => {
    expect((await rowOf(matter(line))).entry[key]).toBe(value);
  });

  test('says what is not used, with how many', async () => {
    const lines = ['tags: [x, y, z]', 'cover: a.png', 'toc:', 'extra: { math: true, css: {} }', 'aliases: [/b/]'];
    const { notes } = await rowOf(matter('date: 2019-03-01', 'categories: [Praxis, Theorie]', ...lines));
    expect(notes).toEqual([
      'Only its first category is used, not Theorie.',
      'Not used: tags (3), cover, extra.math, aliases.',
    ]);
  });

  const LIST = 'something else than a text was found; expected a line such as “title: My post”.';
  const NO_END = 'Front matter: its end is missing; expected a line such as the first one below its lines.';
  const ten = (name: string) => Array(10).fill(name).join();
  const growing = `a: &a [${ten('x')}]\nb: &b [${ten('*a')}]\nc: &c [${ten('*b')}]\ntitle: [*c,*c,*c,*c]`;

  test.each<[string, string | RegExp]>([
    ['---\ntitle: A\n\nText\n', NO_END],
    ['---\ntitle: [a]\n---\n', `title: ${LIST}`],
    ['---\n- a\n---\n', `Front matter: ${LIST}`],
    ['---\ntitle: "A\nslug: a\n---\n', /^Front matter: this is no YAML \(Missing closing "quote at line 3, .+\)\.$/],
    ['---\ntitle: A\nx:\n\t- y\n---\n', /this is no YAML \(Tabs are not allowed as indentation at line 4, /],
    ['---\ntitle: A\ntitle: B\n---\n', /this is no YAML \(Map keys must be unique at line 3, /],
    [`---\n${growing}\n---\n`, /^Front matter: this is no YAML \(Excessive alias count/],
    ['+++\ntitle = A\n+++\n', /^Front matter: this is no TOML \(/],
    ['{\n"title": [\n}\n', /^Front matter: this is no JSON \(/],
    ['\0\u0001\u0002', /^This is no text file\. .+ in UTF-8\.$/],
  ])('that is wrong, as %j, makes its row wrong and no other', async (text, fault) => {
    const rows = await rowsOf({ 'a.md': text, 'b.md': matter() });
    const expected = typeof fault === 'string' ? fault : expect.stringMatching(fault);
    expect(rows.map(({ faults }) => faults)).toEqual([[expected], []]);
  });
});

describe('a post', () => {
  const LOSES_DATE = 'Its date is not used, as it is a draft.';

  /** The notes of each line. */
  const DRAFTS = {
    'published: false': ['published: it is “false”, so it becomes a draft.', LOSES_DATE],
    'status: Entwurf II': ['status: “Entwurf II” is not known to be public, so it becomes a draft.', LOSES_DATE],
    'tags: draft, KI': ['Its tag “draft” makes it a draft.'],
    'tags: [KI, Private]': ['Its tag “Private” makes it a draft.'],
    'permalink: false': ['It has no page (permalink: false), so it becomes a draft.'],
    'build: { render: never }': ['build.render: it is “never”, so it becomes a draft.', LOSES_DATE],
    'draft: [x]': ['draft: “something else than a word” is not known to be public, so it becomes a draft.', LOSES_DATE],
  };

  const SILENT = ['draft: yes', 'draft: on', 'draft: "true"', 'draft: 1'].map((line) => [line, [LOSES_DATE]] as const);

  test.each([...Object.entries(DRAFTS), ...SILENT])('with %s is a draft', async (line, expected) => {
    const { entry, notes } = await rowOf(matter('date: 2019-03-01', line));
    expect(entry.published_at).toBeNull();
    expect(notes.filter((one) => !one.startsWith('Not used'))).toEqual(expected);
  });

  test('of the same date as another has no fixed place', async () => {
    const [one, other] = [matter('date: 2026-03-01'), matter('date: 2026-03-01 09:00').replace('slug: a', 'slug: b')];
    expect((await readAll({ 'a.md': one, 'b.md': other })).notes).toEqual([]);
    const same = { 'a.md': one, 'b.md': other, 'c.md': one.replace('slug: a', 'slug: c') };
    expect((await readAll(same)).notes).toEqual([
      'Posts of the same date, such as 2026-03-01, appear in any order: a time beside the date decides it.',
    ]);
  });

  const PRIVATE = ['drafts/a.md', 'private/index.md', 'source/_drafts/a.md', 'posts/_a.md'];
  test.each(PRIVATE)('at %s is a draft', async (path) => {
    const { entry, notes } = await rowOf(matter('date: 2019-03-01'), path);
    expect(entry.published_at).toBeNull();
    expect(notes).toContainEqual(expect.stringMatching(/so it becomes a draft\.$/));
  });
});

describe('a path', () => {
  test.each([
    ['2019-03-01-probe-jekyll.md', 'probe-jekyll', '2019-03-01'],
    ['_posts/2019-3-1-Übung eins.markdown', 'uebung-eins', '2019-03-01'],
    ['hunt/bundles/probe-eins/index.md', 'probe-eins', undefined],
    ['content/2019-03-01-probe/index.de.md', 'probe', '2019-03-01'],
    ['posts/2019/03/01/probe.md', 'probe', '2019-03-01'],
    ['posts/2019/probe.md', 'probe', undefined],
    ['posts/probe.en.md', 'probe', undefined],
    ['posts/node.js.md', 'node-js', undefined],
    ['posts/socket.io.md', 'socket-io', undefined],
    ['posts/U\u0308ber%20uns.md', 'ueber-uns', undefined],
    ['posts/привет мир.md', 'привет-мир', undefined],
    ['posts/2019-99-99-probe.md', '2019-99-99-probe', undefined],
    ['2019-03-01-a.md', 'a', '2019-03-01', 'date:'],
  ])('%s makes the address and the date', async (path, slug, date, line = '') => {
    const { entry } = await rowOf(`---\ntitle: A\n${line}\n---\nText`, path);
    expect([entry.slug, entry.published_at]).toEqual([slug, date]);
  });

  test('is no date of a file without front matter', async () => {
    const { entry, notes, title } = await rowOf('# Ein *Titel*\n\nText\n', '2019-03-01-probe.md');
    expect([title, entry]).toEqual(['Ein Titel', { title: 'Ein Titel', slug: 'probe', content: 'Text\n' }]);
    expect(notes).toEqual([
      'Without a slug: the file’s name makes the address /post/probe.',
      'Without a date: a new post is a draft.',
      'Without front matter.',
      'Its title is its first heading.',
    ]);
  });

  test.each([
    ['path: 2019/3/1/Probe', 'Probe', 'Its date, 2019-03-01, is that of its address.'],
    ['slug: /blog/2019/probe/', 'probe', 'Its address was /blog/2019/probe/: here it is /post/probe.'],
    ['url: https://alt.example/x.html', 'x', 'Its address was https://alt.example/x.html: here it is /post/x.'],
    ['slug: "%C3%BCber"', 'über', 'Its address was %C3%BCber: here it is /post/über.'],
    ['slug: a/b', 'a/b', 'Without a date: a new post is a draft.'],
    ['permalink: /%C3%BCber/', 'über', 'Its address was /%C3%BCber/: here it is /post/über.'],
    ['permalink: /:categories/:title/', 'a', 'Not used: permalink.'],
  ])('is left for %s', async (line, slug, note) => {
    const { entry, notes } = await rowOf(`---\ntitle: A\n${line}\n---\nText`);
    expect(entry.slug).toBe(slug);
    expect(notes).toContain(note);
  });

  const dated = '---\ntitle: A\ndate: 2019-03-01\n---\nText';

  test('that others have in another folder gets a number', async () => {
    const rows = await rowsOf({ 'a/x.md': dated, 'b/x.md': dated, 'c.md': dated.replace('---\n', '---\nslug: x-2\n') });
    expect(rows.map(({ entry }) => entry.slug)).toEqual(['x', 'x-3', 'x-2']);
    expect(rows[1]?.notes).toContain('The address /post/x is that of a/x.md: here it is /post/x-3.');
  });

  test('of a page, a section or a folder’s own text is left out', async () => {
    const rows = await rowsOf({
      'README.md': '# Über\n',
      'index.md': '---\ntitle: A\n---\n',
      'posts/_index.md': '---\ntitle: A\n---\n',
      'about.md': '---\ntitle: A\nlayout: page\n---\n',
      'posts/eins/index.md': dated,
    });
    expect(rows.map(({ leftOut }) => leftOut)).toEqual([
      'This is about its folder, not a post.',
      'This is the page of a section, not a post.',
      'This is the page of a section, not a post.',
      'This is a page, not a post.',
      undefined,
    ]);
    const [page, post] = await rowsOf({ 'site/about.md': dated, 'site/_posts/2019-03-01-a.md': dated });
    expect([page?.leftOut, post?.leftOut]).toEqual(['This is outside of “_posts”: a page, not a post.', undefined]);
  });
});

describe('links among files', () => {
  const post = (...lines: string[]) => `---\ntitle: A\ndate: 2019-03-01\n${lines.join('\n')}\n`;
  const files = {
    'content/posts/2019-03-01-eins.md': post('slug: eins', 'aliases: [/alt/eins.html]', '---', 'Text'),
    'content/posts/zwei/index.md': post('permalink: /archiv/zwei/', '---', 'Text'),
    'content/posts/Drei Übungen.md': post('title2: x', '---', 'Text'),
    'themes/x/config.toml': 'baseURL = "https://thema.example"\n',
    '_config.yml': 'author:\n  url: https://ada.example\nurl: "https://alt.example" # Adresse\nbaseurl: "/blog"\n',
  };

  /** The links of each post. */
  const LINKS = {
    eins: [
      ...['2019-03-01-eins.md', './2019-03-01-eins.md', '/posts/eins/', '/2019/03/01/eins.html', '/alt/eins'],
      ...['https://alt.example/blog/2019/03/01/eins/', '{% post_url 2019-03-01-eins %}'],
    ],
    'zwei#x': ['{{< ref "/posts/zwei" >}}#x'],
    zwei: ['zwei/', '../posts/zwei/index.md', '../zwei/', '/archiv/zwei/', 'http://www.alt.example/blog/archiv/zwei'],
    'drei-uebungen': ['Drei%20%C3%9Cbungen.md', '<Drei Übungen.md>', '/posts/drei-uebungen/'],
  };

  test('lead to their posts, and others stay', async () => {
    const links = (toHref: (address: string, slug: string) => string) =>
      Object.entries(LINKS)
        .flatMap(([slug, all]) => all.map((address) => `[x](${toHref(address, slug)})\n`))
        .join('');
    const text = post('---', `${links((address) => address)}[y](https://anderswo.example/eins)`);
    const [row] = await rowsOf({ 'content/posts/vier.md': text, ...files });
    const expected = links((_, slug) => `/post/${slug}`);
    expect(row?.entry.content).toBe(`${expected}[y](https://anderswo.example/eins)\n`);
    expect(row?.notes.filter((note) => /link/.test(note))).toEqual([]);
  });

  test('that lead to no post are counted, and stay or lead to the old site', async () => {
    const text = post('---', '[a](/about/) [b](fehlt.md) [c](https://alt.example/blog/weg/)');
    const [row] = await rowsOf({ 'content/posts/vier.md': text, ...files });
    expect(row?.entry.content).toBe(
      '[a](https://alt.example/about/) [b](fehlt.md) [c](https://alt.example/blog/weg/)\n',
    );
    expect(row?.notes.at(-1)).toBe('2 links lead to posts or pages not imported here: /about/, fehlt.md.');
  });
});

test.each([
  ['# a', ' ', 'b c'],
  ['# a ', '#', 'b'],
  ['title: a\nx: b', ' ', 'c\n\n'],
  ['title: a\nx', ' ', '\n\n'],
])('%j with 100 kB of %j is read at once', async (beginning, part, end) => {
  expect(await rowsOf({ 'a.md': beginning + part.repeat(100_000) + end })).toMatchObject([{ faults: [] }]);
});

test.each([
  ['[[b]]', ['1 link leads to a post or page not imported here: Nichts.']],
  ['nichts', []],
])('links of wikis to no file stay, and are said beside %s', async (other, notes) => {
  const [row] = await rowsOf({
    'a.md': matter().replace('Text', '[[Nichts]]'),
    'b.md': matter().replace('Text', other),
  });
  expect(row?.entry.content).toBe('[[Nichts]]\n');
  expect(row?.notes.filter((note) => /link/.test(note))).toEqual(notes);
});

describe('an archive', () => {
  const post = '---\ntitle: A\ndate: 2019-03-01\n---\n\n[x](https://alt.example/eins)\n';

  test.each([
    ['UTF-8 of a Mac', [0xc3, 0xbc]],
    ['letters of DOS', [0x81]],
    ['letters of DOS with others', [0x80, 0xfe, 0x81], 'Çþüben.md'],
  ])('has names in %s', async (_, letters, name = 'üben.md') => {
    const bytes = zipOf({ [`${'~'.repeat(letters.length)}ben.md`]: post });
    const isMark = (at: number) =>
      letters.every((__, index) => bytes[at + index] === 0x7e) && bytes[at + letters.length] === 0x62;
    bytes.forEach((__, at) => {
      if (isMark(at)) bytes.set(letters, at);
    });
    const { rows } = await readZip(bytes);
    expect(rows.map(({ place, entry }) => [place, entry.slug])).toEqual([[name, toSlug(name.slice(0, -3))]]);
  });

  test('has the address of its site, and names what may be posts', async () => {
    const site = { 'hugo.toml': "baseURL = 'https://alt.example/'\n" };
    const { rows, notes } = await readZip(zipOf({ 'a.md': post, 'eins.md': post, ...site, 'b.html': '', 'c.png': '' }));
    expect(rows[0]?.entry.content).toBe('[x](/post/eins)\n');
    expect(notes.slice(0, 2)).toEqual(['3 files are no Markdown and left out.', 'Some of them may be posts: 1 .html.']);
  });

  test('is read as its files, without those of a Mac', async () => {
    const files = { 'a.md': matter(), 'b.markdown': matter().replace('slug: a', 'slug: b'), 'bild.png': 'x' };
    const packed = await readZip(zipOf({ ...files, '__MACOSX/._a.md': 'x' }));
    expect(packed).toEqual(await readAll(files));
    expect(packed.rows.map(({ entry }) => entry.slug)).toEqual(['a', 'b']);
    expect(packed.notes).toEqual(['1 file is no Markdown and left out.']);
  });

  test('has names that are shown, and never are paths', async () => {
    const { rows } = await readZip(zipOf({ '../../etc/passwd.md': post, '/abs/C:\\x.md': post }));
    expect(rows.map(({ place, entry }) => [place, entry.slug])).toEqual([
      ['../../etc/passwd.md', 'passwd'],
      ['/abs/C:\\x.md', 'x'],
    ]);
  });
});
