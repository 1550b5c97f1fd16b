import { DataError } from '@ki/shared/data/errors.ts';
import { expect, test } from 'vitest';
import { post } from '../../posts/post-record.ts';
import { restoredText, restoreErrorText } from './messages.ts';

test('the message that a database function raises is shown', () => {
  expect(restoreErrorText(new DataError('conflict', 'It is back already.'))).toBe('It is back already.');
});

test('the message of a violated constraint is replaced by a readable one', () => {
  const message = 'duplicate key value violates unique constraint "course_categories_name_key"';
  const error = new DataError('conflict', message, 'name', 'course_categories_name_key');
  expect(restoreErrorText(error)).toBe('It could not be restored. Please try again from the trash.');
});

test('an adjusted column is explained', () => {
  expect(restoredText([post], 'Anzeige', ['cta_url'])).toBe(
    '“Anzeige” is back. Its link was not allowed any more: it is written as browsers read it.',
  );
});

test('a lost reference is named by its label in the form', () => {
  expect(restoredText([post], 'Beitrag', ['category_id'])).toBe(
    '“Beitrag” is back. Its category is gone: it has none now.',
  );
});
