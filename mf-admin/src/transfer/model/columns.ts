import { POST_TEXTS } from '../../files/model/post-record.ts';

/** A column of a CSV file, or a line of a Markdown file's front matter. */
export interface Column {
  readonly name: string;
  readonly required: boolean;
  readonly allowed: string;
  /** The cell of the example file. */
  readonly example: string;
}

const column = (name: string, allowed: string, example = ''): Column => ({ name, required: false, allowed, example });
const required = (...given: Parameters<typeof column>): Column => ({ ...column(...given), required: true });

const TITLE = required('title', 'a text', 'KI im Unterricht');
const SLUG = 'the address, without blanks and / ? # % \\; each once';
const CATEGORY = column('category', 'a name; a new one is created', 'Didaktik');
const CATEGORY_SLUG = column('category_slug', 'the address of the category; empty: made from its name', 'didaktik');
const DATE = column(
  'date',
  '2026-03-01, 2026-03-01T10:00:00+01:00 or 01.03.2026 10:00; later: scheduled; empty: a draft',
  '2026-03-01T10:00',
);
const TEXTS = POST_TEXTS.map(({ column: name, allowed, example }) => column(name, allowed, example));
const AUTHOR = column('author', 'a name; empty: none', 'Ada Beispiel');
const ABOUT = [CATEGORY, CATEGORY_SLUG, ...TEXTS, AUTHOR];

export const POST_COLUMNS: readonly Column[] = [
  TITLE,
  required('slug', SLUG, 'ki-im-unterricht'),
  DATE,
  ...ABOUT,
  required('content', 'Markdown', '## Worum es geht\n\nText mit **Betonung**.'),
];

/** The lines of the front matter; the text below them is the content. */
export const FRONT_MATTER: readonly Column[] = [
  TITLE,
  column('slug', `${SLUG}; empty: made from permalink, url or the file’s name`, 'ki-im-unterricht'),
  DATE,
  column('draft', 'true or false; true: the date is left out, as with published: false, status: draft and the like'),
  ...ABOUT,
];

const axisCode = (name: string, example: string) =>
  required(name, 'a code; a new one needs the name beside it', example);
const axisName = (name: string, example: string) => column(name, 'the name of a new code', example);

export const MATRIX_COLUMNS: readonly Column[] = [
  column('id', 'as an export writes it; empty: a new workshop'),
  required('title', 'a text; each once at its place', 'KI verstehen'),
  required('duration_hours', 'hours such as 3.5 or 3,5; more than 0', '3.5'),
  required('price_chf', 'a whole number such as 1290, 1’290 or 290,00', '290'),
  axisCode('category', 'GL'),
  axisCode('target_group', 'T1'),
  axisCode('level', 'N1'),
  axisName('category_name', 'Grundlagen'),
  axisName('target_group_name', 'Kursleitende'),
  axisName('level_name', 'Einstieg'),
  column('prerequisites', 'a text; empty: none', 'Ein Laptop'),
];

/** Each further column of the matrix is a dimension, whose cells are learning goals. */
export const DIMENSION_COLUMN = column(
  'Wissen',
  'Markdown: the learning goal. The column is named like its dimension',
  'Sie erklären, was ein Sprachmodell ist.',
);
