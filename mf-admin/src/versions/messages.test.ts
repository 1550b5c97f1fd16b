import { DataError } from '@ki/shared/data/errors.ts';
import { expect, test } from 'vitest';
import { post } from '../files/model/post-record.ts';
import { restoredText, restoreErrorText } from './messages.tsx';

test('the message of a violated constraint is replaced by a readable one, and that of a role stays', () => {
  const message = 'duplicate key value violates unique constraint "course_categories_name_key"';
  const error = new DataError('conflict', message, { constraint: 'course_categories_name_key' });
  expect(restoreErrorText(error)).toBe('It could not be restored. Please try again from the trash.');
  const refused = 'Editors publish only what they created: save a draft';
  expect(restoreErrorText(new DataError('forbidden', refused, { hint: 'role' }))).toBe(refused);
});

test.each([
  ['an adjusted address', 'cta_url', 'Its link was not allowed any more: it is written as browsers read it.'],
  ['a time that has passed', 'published_at', 'Its time of publication has passed meanwhile: it is a draft now.'],
  ['a lost reference, by its label in the form', 'category_id', 'Its category is gone: it has none now.'],
])('%s is explained', (_, column, text) => {
  expect(restoredText([post], 'Beitrag', [column])).toBe(`“Beitrag” is back. ${text}`);
});
