import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFiles } from './read-files.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);
const read = (name: string, ...parts: BlobPart[]) => readFiles([file(name, ...parts)]);
const zip = (entries: Readonly<Record<string, string>>) =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)]))));

const post = (title: string, more = '') => `---\ntitle: ${title}\n${more}---\n\nText\n`;

describe('the export of Ghost', async () => {
  const { target, rows } = await read('ghost.json', fixture('ghost.json'));

  test('becomes rows of posts with author, primary tag and excerpt', () => {
    expect(target).toBe('posts');
    expect(rows[0]?.entry).toMatchObject({
      ...{ title: 'Lernziele & Werkzeuge', slug: 'lernziele-und-werkzeuge', excerpt: 'Worum es geht' },
      ...{ published_at: '2026-01-10T09:30:00.000Z', author: 'Ada Beispiel' },
      ...{ category: 'Didaktik', category_slug: 'didaktik' },
    });
  });

  test('has its HTML as Markdown, links among its posts at their new addresses, and no script', () => {
    expect(rows[0]?.entry.content).toBe(
      `## Ziele

Ein **klares** Ziel, siehe [den zweiten](/post/zweiter-beitrag) und [über uns](/ueber-uns/).

- Eins
- Zwei

\`\`\`python
print(1)
\`\`\`

> Zitat

![Eine Tafel](/content/images/2026/01/tafel.png)

| A | B |
| - | - |
| 1 | 2 |
`,
    );
    expect(rows[0]?.notes).toEqual([
      '1 script is left out.',
      '1 link leads to a post or page not imported here.',
      '2 further tags left out: #intern, Werkzeuge.',
      '1 picture or file not in the export.',
    ]);
  });

  test('keeps drafts and scheduled posts as they are, and makes nothing public that was not', () => {
    expect(rows.slice(1, 4).map(({ entry }) => entry.published_at)).toEqual([null, '2031-05-01T06:00:00.000Z', null]);
    expect(rows[3]?.notes).toEqual(['In Ghost only members read it: it becomes a draft.']);
  });

  test('leaves out pages and newsletters with the reason, and says which post has no HTML', () => {
    expect(rows.slice(4).map(({ leftOut }) => leftOut)).toEqual([
      'This is a page, not a post.',
      'It was sent as a newsletter only and never was on the site.',
      undefined,
    ]);
    expect(rows[6]?.faults).toEqual([
      'html: nothing found; expected the text of the post. Ghost writes it when the post is saved.',
    ]);
  });
});

describe('the export of WordPress', async () => {
  const { rows } = await read('wordpress.xml', fixture('wordpress.xml'));

  test('becomes rows of posts with category, author and the date in GMT', () => {
    expect(rows[0]).toMatchObject({
      place: 'item 11',
      entry: {
        ...{ title: 'Fragen stellen', slug: 'fragen-stellen', excerpt: 'Kurz gefragt' },
        ...{ published_at: '2026-01-10T09:30:00Z', author: 'Ada Beispiel' },
        ...{ category: 'Praxis & Alltag', category_slug: 'praxis' },
      },
      notes: ['1 embedded frame is a link now.', '1 tag left out: Fragen.'],
    });
  });

  test('has blocks as Markdown, and links among its posts at their new addresses', () => {
    expect(rows[0]?.entry.content).toBe(
      `## Warum?

Weil _jede_ Frage zählt, und [Zuhören](/post/zuhoeren) auch. ist nur ein Wort.

- Offen

[Ein Video](https://video.example/embed/1)
`,
    );
  });

  test('has paragraphs where the classic editor had blank lines', () => {
    expect(rows[1]?.entry).toMatchObject({
      content: 'Erster Absatz\\\nmit zwei Zeilen.\n\nZweiter Absatz.\n',
      published_at: '2031-05-01T06:00:00Z',
    });
    expect(rows[1]?.notes).toEqual(['2 pictures of a gallery not in this file.']);
  });

  test('keeps drafts, gives them an address, and makes nothing public that was not', () => {
    expect(rows[2]?.entry).toMatchObject({ slug: 'ein-entwurf-fuer-spaeter', published_at: null });
    expect(rows[3]?.entry).toMatchObject({ slug: 'mit-passwort', published_at: null });
    expect(rows[3]?.notes).toEqual(['In WordPress not everybody reads it: it becomes a draft.']);
  });

  test('leaves out pages and the trash with the reason', () => {
    expect(rows.slice(4).map(({ leftOut }) => leftOut)).toEqual(['This is a page, not a post.', 'It is in the trash.']);
  });
});

describe('Markdown', () => {
  test('is read from several files, from a folder with pictures, and from an archive', async () => {
    const texts = { 'a.md': post('Eins'), 'b.markdown': post('Zwei') };
    const files = [...Object.entries(texts).map(([name, text]) => file(name, text)), file('bild.png', 'x')];
    const chosen = await readFiles(files);
    const packed = await read('posts.zip', zip({ ...texts, 'bild.png': 'x', '__MACOSX/._a.md': 'x' }));
    expect(chosen).toEqual(packed);
    expect(chosen.rows.map(({ title, entry }) => [title, entry.slug])).toEqual([
      ['Eins', 'a'],
      ['Zwei', 'b'],
    ]);
    expect(chosen.notes).toEqual(['1 file is no Markdown and left out.']);
  });

  test('has names in an archive that are shown, and never are paths', async () => {
    const archive = zip({ '../../etc/passwd.md': post('Böse'), '/abs/C:\\x.md': post('Absolut') });
    const { rows } = await read('posts.zip', archive);
    expect(rows.map(({ place, entry }) => [place, entry.slug])).toEqual([
      ['../../etc/passwd.md', 'passwd'],
      ['/abs/C:\\x.md', 'x'],
    ]);
  });

  test('without date is a new draft or keeps the date, and a draft has none', async () => {
    const { rows } = await readFiles([
      file('a.md', post('A')),
      file('b.md', post('B', 'date: 2026-03-01\ndraft: true\n')),
      file('c.md', post('C', 'date: 2026-03-01\ntags: [x]\ncategories: [Praxis, Theorie]\n')),
    ]);
    expect(rows.map(({ entry }) => entry.published_at)).toEqual([undefined, null, '2026-03-01']);
    expect(rows.map(({ notes }) => notes)).toEqual([
      ['Without a slug: the file’s name makes the address /post/a.', 'Without a date: a new post is a draft.'],
      ['Without a slug: the file’s name makes the address /post/b.', 'Its date is not used, as it is a draft.'],
      [
        'Without a slug: the file’s name makes the address /post/c.',
        'Only its first category is used, not Theorie.',
        'Not used: tags.',
      ],
    ]);
    expect(rows[2]?.entry.category).toBe('Praxis');
  });

  test('of the same date as another is said to have no fixed place', async () => {
    const dated = (name: string, date: string) => file(name, post(name, `slug: ${name}\ndate: ${date}\n`));
    const [first, other] = [dated('a.md', '2026-03-01'), dated('b.md', '2026-03-01 09:00')];
    expect((await readFiles([first, other])).notes).toEqual([]);
    expect((await readFiles([first, other, dated('c.md', '2026-03-01')])).notes).toEqual([
      'Posts of the same date, such as 2026-03-01, appear in any order: a time beside the date decides it.',
    ]);
  });

  const A_LIST = 'something else than a text was found; expected a line such as “title: My post”.';
  const NO_END = 'its end is missing; expected a line such as the first one below its lines.';
  const ten = (name: string) => Array(10).fill(name).join();
  const growing = `a: &a [${ten('x')}]\nb: &b [${ten('*a')}]\nc: &c [${ten('*b')}]\ntitle: [*c,*c,*c,*c]`;

  test.each([
    ['front matter without an end', '---\ntitle: A\n\nText\n', `Front matter: ${NO_END}`],
    ['a list for a title', '---\ntitle: [a]\n---\n', `title: ${A_LIST}`],
    ['a list for front matter', '---\n- a\n---\n', `Front matter: ${A_LIST}`],
    ['broken YAML', '---\ntitle: "a\n---\n', /^Front matter: this is no YAML \(.+\)\.$/],
    ['aliases that grow', `---\n${growing}\n---\n`, /^Front matter: this is no YAML \(Excessive alias count/],
    ['bytes', new Uint8Array([0, 1, 2]), /^This is no text file\. .+ in UTF-8\.$/],
  ])('with %s makes one row wrong', async (_, text, fault) => {
    const { rows } = await readFiles([file('a.md', text), file('b.md', post('B'))]);
    expect(rows.map(({ faults }) => faults)).toEqual([
      [typeof fault === 'string' ? fault : expect.stringMatching(fault)],
      [],
    ]);
  });
});

describe('a table', () => {
  const HEADER = 'title;duration_hours;price_chf;category code;target group code;level code;Wissen\n';

  test('of the matrix is read with either separator, quotes, and a comma in a number', async () => {
    const semicolons = await read('m.csv', `\uFEFF${HEADER}"Ein ""Titel""; neu";3,5;400;GL;T1;N1;"Zwei\nZeilen"\n`);
    const row = '"Ein ""Titel""; neu","3,5",400,GL,T1,N1,"Zwei\nZeilen"\n';
    const commas = await read('m.csv', HEADER.replaceAll(';', ',') + row);
    expect(commas).toEqual(semicolons);
    expect(semicolons.target).toBe('matrix');
    expect(semicolons.rows).toMatchObject([{ place: 'row 2', faults: [] }]);
    expect(semicolons.rows[0]?.entry).toMatchObject({
      ...{ title: 'Ein "Titel"; neu', duration_hours: '3.5' },
      ...{ category: 'GL', target_group: 'T1', level: 'N1', objectives: { Wissen: 'Zwei\nZeilen' } },
    });
  });

  test('in Windows-1252 is read, and says so', async () => {
    const { rows, notes } = await read('m.csv', HEADER, new Uint8Array([0xdc]), 'bung;1;1;A;B;C;\n');
    expect(rows[0]?.title).toBe('Übung');
    expect(notes).toEqual(['The file was read as Windows-1252. Please look at umlauts.']);
  });

  test('counts rows as a spreadsheet does, and says which has too many cells or an open quotation mark', async () => {
    const { rows } = await read('m.csv', `${HEADER}a;1;1;A;B;C;x;y\n\n"b;1;1;A;B;C;x\n`);
    expect(rows.map(({ place, faults }) => [place, faults])).toEqual([
      ['row 2', ['8 cells were found; expected 7, as in the first row.']],
      ['row 4', ['A quotation mark is never closed; expected a second one at the end of the cell.']],
    ]);
  });

  test('of posts is read by its columns', async () => {
    const { target, rows, notes } = await read('p.csv', 'title,slug,content,date,x\nA,a,Text,,1\n');
    expect(target).toBe('posts');
    expect(rows[0]?.entry).toEqual({ title: 'A', slug: 'a', content: 'Text', published_at: null });
    expect(notes).toEqual(['The column “x” is not used.']);
    const draft = await read('p.csv', 'title,slug,content,status\nA,a,Text,draft\nB,b,Text,live\n');
    expect(draft.rows.map(({ entry }) => entry.published_at)).toEqual([null, undefined]);
    const undated = await read('p.csv', 'title,slug,content\nA,a,Text\n');
    expect(undated.notes).toEqual(['Without the column “date” new posts are drafts.']);
  });
});
