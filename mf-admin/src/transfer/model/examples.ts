import { type Column, DIMENSION_COLUMN, FRONT_MATTER, MATRIX_COLUMNS, POST_COLUMNS } from './columns.ts';
import { writeCsv } from './csv.ts';

const csvOf = (columns: readonly Column[]) =>
  writeCsv(
    columns.map(({ name }) => name),
    [columns.map(({ example }) => example)],
  );

export const postsExample = () => csvOf(POST_COLUMNS);

export const matrixExample = () => csvOf([...MATRIX_COLUMNS, DIMENSION_COLUMN]);

export const markdownExample = () => {
  const lines = FRONT_MATTER.flatMap(({ name, example }) => (example === '' ? [] : [`${name}: ${example}`]));
  const content = POST_COLUMNS.find(({ name }) => name === 'content');
  return `---\n${lines.join('\n')}\n---\n\n${content?.example}\n`;
};
