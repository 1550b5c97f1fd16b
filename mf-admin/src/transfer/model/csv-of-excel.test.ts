import { describe, expect, test } from 'vitest';
import { readFiles } from './read-files.ts';

const read = (...parts: BlobPart[]) => readFiles([new File(parts, 'a.csv')]);
const HEADER = 'title;slug;date;content\n';
const utf16 = (text: string) =>
  Uint8Array.from([...`\uFEFF${text}`].flatMap((c) => [c.charCodeAt(0) % 256, c.charCodeAt(0) >> 8]));
const POST = { title: 'Übung', slug: 'a', published_at: '2026-03-01T10:00:00', content: 'Text' };

describe('a table of posts', () => {
  test.each([
    ['a line for the separator', `sep=;\n${HEADER}Übung;a;01.03.2026 10:00;Text\n`.replaceAll('\n', '\r\n')],
    ['a separator of its own', 'sep=|\ntitle|slug|date|content\nÜbung|a|1.3.2026, 10:00|Text\n'],
    ['the line in a row of empty cells', `"sep=;";;;\n${HEADER}Übung;a;01.03.2026 10:00;Text\n`],
    ['headers in other letters', 'Title; SLUG ;Date;Content\nÜbung;a;01.03.2026 10:00;Text\n'],
    ['empty columns and rows at its end', 'title;slug;date;content;;\nÜbung;a;01.03.2026 10:00;Text;;\n;;;;;\n;;;;;\n'],
    ['tabs in UTF-16', utf16('title\tslug\tdate\tcontent\r\nÜbung\ta\t01.03.2026 10:00\tText\r\n')],
    ['the line ends of a Mac', `${HEADER}Übung;a;01.03.2026 10:00;Text\n`.replaceAll('\n', '\r')],
  ])('with %s is read', async (_, content) => {
    const { rows, notes } = await read(content);
    expect({ rows: rows.map(({ place, entry, faults }) => [place, entry, faults]), notes }).toEqual({
      rows: [['row 2', POST, []]],
      notes: [],
    });
  });

  test('says which cells have no column', async () => {
    const { notes } = await read('title;slug;date;content;\na;a;;Text;mehr\nb;b;;Text;\nc;c;;Text;x\n');
    expect(notes).toEqual(['Column 5 has no name: its 2 filled cells are not used.']);
  });

  test('says which row may end where Excel cuts a cell', async () => {
    const { rows } = await read(`${HEADER}a;a;;${'x'.repeat(32_767)}\nb;b;;${'x'.repeat(32_768)}\n`);
    expect(rows.map(({ notes }) => notes)).toEqual([
      ['A cell has as many characters as Excel keeps: please look at its end.'],
      [],
    ]);
  });

  test('leaves dates that nobody can know to the database, which refuses them', async () => {
    const { rows } = await read(`${HEADER}a;a;1.3.26;x\nb;b;46082;x\n`);
    expect(rows.map(({ entry }) => entry.published_at)).toEqual(['1.3.26', '46082']);
  });

  test('with columns about publication makes no draft public', async () => {
    const { rows, notes } = await read(
      'Title,Slug,Content,Date,Status\na,a,x,2026-03-01,publish\nb,b,x,2026-03-01,Idee\n',
    );
    expect(rows.map(({ entry }) => entry.published_at)).toEqual(['2026-03-01', null]);
    expect(rows.map((row) => row.notes)).toEqual([
      [],
      ['Status: “Idee” is not known to be public, so it becomes a draft.', 'Its date is not used, as it is a draft.'],
    ]);
    expect(notes).toEqual([]);
  });

  test('has each column once, whatever its letters', async () => {
    await expect(read('Title;title;slug;content\na;b;c;d\n')).rejects.toThrow('The column “title” is there twice');
  });
});

test('a table of the matrix has numbers in Swiss and German spelling', async () => {
  const { rows } = await read(
    'Title;Duration Hours;Price CHF;Category;Target-Group;Level\n',
    'a;3,5;290,00;GL;T1;N1\nb;1,125;1’290;GL;T1;N1\nc;2;50 %;GL;T1;N1\n',
  );
  expect(rows.map(({ entry }) => [entry.duration_hours, entry.price_chf, entry.target_group])).toEqual([
    ['3.5', '290.00', 'T1'],
    ['1.125', '1290', 'T1'],
    ['2', '50 %', 'T1'],
  ]);
});
