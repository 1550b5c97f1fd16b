import { describe, expect, test } from 'vitest';
import { numberText } from './matrix-csv.ts';
import { readFiles } from './read-files.ts';

const read = (...parts: BlobPart[]) => readFiles([new File(parts, 'a.csv')]);
const utf16 = (text: string) =>
  Uint8Array.from([...`\uFEFF${text}`].flatMap((c) => [c.charCodeAt(0) % 256, c.charCodeAt(0) >> 8]));

describe('a table of posts', () => {
  const HEADER = 'title;slug;date;content\n';
  const ROW = 'Übung;a;01.03.2026 10:00;Text\n';
  const POST = { title: 'Übung', slug: 'a', published_at: '2026-03-01T10:00:00', content: 'Text' };

  test.each([
    ['a line for the separator', `sep=;\n${HEADER}${ROW}`.replaceAll('\n', '\r\n')],
    ['a separator of its own', 'sep=|\ntitle|slug|date|content\nÜbung|a|1.3.2026, 10:00|Text\n'],
    ['the line in a row of empty cells', `"sep=;";;;\n${HEADER}${ROW}`],
    ['headers in other letters', `Title; SLUG ;Date;Content\n${ROW}`],
    ['empty columns and rows at its end', 'title;slug;date;content;;\nÜbung;a;01.03.2026 10:00;Text;;\n;;;;;\n;;;;;\n'],
    ['tabs in UTF-16', utf16(`${HEADER}${ROW}`.replaceAll(';', '\t').replaceAll('\n', '\r\n'))],
    ['the line ends of a Mac', `${HEADER}${ROW}`.replaceAll('\n', '\r')],
  ])('with %s is read', async (_, content) => {
    const { target, rows, notes } = await read(content);
    expect({ target, notes }).toEqual({ target: 'posts', notes: [] });
    expect(rows.map(({ place, entry, faults }) => [place, entry, faults])).toEqual([['row 2', POST, []]]);
  });

  test('says which columns and cells are not used, and that without a date posts are drafts', async () => {
    const { notes } = await read('title;slug;date;content;\na;a;;Text;mehr\nb;b;;Text;\nc;c;;Text;x\n');
    expect(notes).toEqual(['Column 5 has no name: its 2 filled cells are not used.']);
    expect((await read('title,slug,content,date,x\nA,a,Text,,1\n')).notes).toEqual(['The column “x” is not used.']);
    const undated = await read('title,slug,content\nA,a,Text\n');
    expect(undated.notes).toEqual(['Without the column “date” new posts are drafts.']);
  });

  test('says which row may end where Excel cuts a cell', async () => {
    const { rows } = await read(`${HEADER}a;a;;${'x'.repeat(32_767)}\nb;b;;${'x'.repeat(32_768)}\n`);
    expect(rows.map(({ notes }) => notes)).toEqual([
      ['A cell has as many characters as Excel keeps: please look at its end.'],
      [],
    ]);
  });

  test('leaves dates that nobody can know to the database, which refuses them', async () => {
    const { rows } = await read(`${HEADER}a;a;1.3.26;x\nb;b;46082;x\nc;c;;x\n`);
    expect(rows.map(({ entry }) => entry.published_at)).toEqual(['1.3.26', '46082', null]);
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
    const undated = await read('title,slug,content,status\nA,a,Text,draft\nB,b,Text,live\n');
    expect(undated.rows.map(({ entry }) => entry.published_at)).toEqual([null, undefined]);
  });
});

describe('a table of the matrix', () => {
  const HEADER = 'title;duration_hours;price_chf;category code;target group code;level code;Wissen\n';

  test('is read with either separator, quotes, and a comma in a number', async () => {
    const semicolons = await read(`\uFEFF${HEADER}"Ein ""Titel""; neu";3,5;290,00;GL;T1;N1;"Zwei\nZeilen"\n`);
    const row = '"Ein ""Titel""; neu","3,5","290,00",GL,T1,N1,"Zwei\nZeilen"\n';
    expect(await read(HEADER.replaceAll(';', ',') + row)).toEqual(semicolons);
    const { target, rows } = semicolons;
    expect(target).toBe('matrix');
    expect(rows).toMatchObject([{ place: 'row 2', faults: [] }]);
    expect(rows[0]?.entry).toMatchObject({
      ...{ title: 'Ein "Titel"; neu', duration_hours: '3.5', price_chf: '290.00' },
      ...{ category: 'GL', target_group: 'T1', level: 'N1', objectives: { Wissen: 'Zwei\nZeilen' } },
    });
  });

  test('has prices and durations in Swiss and German spelling', async () => {
    const { rows } = await read(
      'Title;Duration Hours;Price CHF;Category;Target-Group;Level\n',
      'a;1,125;1’290;GL;T1;N1\nb;2;50 %;GL;T1;N1\n',
    );
    expect(rows.map(({ entry }) => [entry.duration_hours, entry.price_chf, entry.target_group])).toEqual([
      ['1.125', '1290', 'T1'],
      ['2', '50 %', 'T1'],
    ]);
  });

  test('in Windows-1252 is read, and says so', async () => {
    const { rows, notes } = await read(HEADER, new Uint8Array([0xdc]), 'bung;1;1;A;B;C;\n');
    expect(rows[0]?.title).toBe('Übung');
    expect(notes).toEqual(['The file was read as Windows-1252. Please look at umlauts.']);
  });

  test('counts rows as a spreadsheet does, and says which has too many cells or an open quotation mark', async () => {
    const { rows } = await read(`${HEADER}a;1;1;A;B;C;x;y\n\n"b;1;1;A;B;C;x\n`);
    expect(rows.map(({ place, faults }) => [place, faults])).toEqual([
      ['row 2', ['8 cells were found; expected 7, as in the first row.']],
      ['row 4', ['A quotation mark is never closed; expected a second one at the end of the cell.']],
    ]);
  });
});

const WHOLE = {
  ...{ '290': '290', '290,00': '290.00', ' 0,500 ': '0.500', '1.290': '1290', '1.000': '1000', '1.234.567': '1234567' },
  ...{ "1'290": '1290', '1’290.50': '1290.50', '1.290,00': '1290.00', '1,290.50': '1290.50', '1\u202f290': '1290' },
  ...{ '1.234,567': '1234.567', 'CHF 290.–': '290', 'Fr. 1’290.--': '1290', '290 Franken': '290' },
};
const DECIMAL = { '3.5': '3.5', '3,5': '3.5', '1.125': '1.125', '1,125': '1.125' };
const NONE = ['50 %', '-290', '1e3', '0x10', '290 €', "12'34", '1.29.000', '1,290,50', '3:30', '', 'zwei'];

test.each([
  ['of francs', WHOLE, true],
  ['with decimals', DECIMAL, false],
  ['that are none', Object.fromEntries(NONE.map((text) => [text, text])), true],
])('numbers %s are read', (_, texts, isWhole) => {
  const read = Object.keys(texts).map((text) => [text, numberText(text, { isWhole })]);
  expect(Object.fromEntries(read)).toEqual(texts);
});
