import { DataError } from '@ki/shared/data/errors.ts';
import { expect, test } from 'vitest';
import '../../posts/post-record.ts';
import { refusedText, restoredText } from './restored.ts';

test('a refusal is told in the database’s own words', () => {
  expect(refusedText(new DataError('conflict', 'It is back already.'))).toBe('It is back already.');
});

test('a violated constraint is not', () => {
  const message = 'duplicate key value violates unique constraint "course_categories_name_key"';
  const error = new DataError('conflict', message, 'name', 'course_categories_name_key');
  expect(refusedText(error)).toBe('It could not be restored. Please try again from the trash.');
});

test('what came back otherwise than it was is said', () => {
  expect(restoredText('Anzeige', ['cta_url'])).toBe(
    '“Anzeige” is back. Its link was not allowed any more: it is written as browsers read it.',
  );
});

test('what it referred to and is gone is called as its form calls it', () => {
  expect(restoredText('Beitrag', ['category_id'])).toBe('“Beitrag” is back. Its category is gone: it has none now.');
});
