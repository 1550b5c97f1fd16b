import { serviceClient } from '@ki/shared/testing/given.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { intercept } from '../testing/network.ts';
import { fill, fillNewPost, openNewPost, press, submit } from '../testing/open-admin.ts';

test('characters that nobody sees and nothing stores are left out of a pasted text, and are no text', async () => {
  const { slug, path } = await openNewPost();
  await fillNewPost(slug);
  await fill('Title', '\u200b\u00ad ');
  await fill('Content', '\u2800\n\ufeff');
  press('Create Post');
  expect(await screen.findByText('Title is required')).toBeTruthy();
  expect(screen.getByText('Content is required')).toBeTruthy();
  expect((await serviceClient().from('posts').select('id').eq('slug', slug)).data).toEqual([]);
  await fill('Title', 'Aus\0 einem\ud800 PDF');
  await fill('Content', 'Seite\0 1\udc00 von \\u0000 und \\\\u0000, 😀');
  await submit(path, 'Create Post', '/admin');
  const { data } = await serviceClient().from('posts').select('title, content').eq('slug', slug).single();
  expect(data).toMatchObject({ title: 'Aus einem PDF', content: 'Seite 1 von \\u0000 und \\\\u0000, 😀' });
});

const BUSY = 'The server cannot be reached or is busy. Please try again.';

const ANSWERS = [
  [400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00', 'A text has a character that cannot be stored.'],
  [400, '22P05', 'unsupported Unicode escape sequence', 'A text has a character that cannot be stored.'],
  [400, '22003', 'value "9" is out of range for type integer', 'A number is too large or too small to be stored.'],
  [400, '22008', 'date/time field value out of range: "x"', 'A date or time is beyond what can be stored.'],
  [400, '22P02', 'invalid input syntax for type uuid: "x"', 'A value has a form that cannot be stored.'],
  [400, '42804', 'column "x" is of type text but expression is of type boolean', 'The server could not do this.'],
  [409, '23505', 'duplicate key value violates unique constraint "of_another_table"', 'Failed to save post'],
  [413, '', '<html><title>413 Request Entity Too Large</title></html>', 'It is too large for the server.'],
  [429, 'over_request_rate_limit', 'Request rate limit reached', BUSY],
  [500, 'XX000', 'cache lookup failed for relation 1', BUSY],
  [502, '', '<html><title>502 Bad Gateway</title></html>', BUSY],
  [503, '57P03', 'the database system is starting up', BUSY],
] as const;

test('whatever the server answers, the form stays, says so in plain words, and can be sent again', async () => {
  const { slug, path } = await openNewPost();
  let answer: (typeof ANSWERS)[number] | null = null;
  const answered: unknown[] = [];
  intercept(({ method, url }) => {
    if (!answer || method !== 'POST' || !url.pathname.endsWith('/posts')) return undefined;
    answered.push(answer);
    const [status, code, message] = answer;
    return Promise.resolve(Response.json({ code, message, details: null, hint: null }, { status }));
  });
  await fillNewPost(slug);
  for (answer of ANSWERS) {
    const [status, , message, text] = answer;
    press('Create Post');
    // The alert of the answer before is gone by then.
    await waitFor(() => expect(answered).toContain(answer));
    expect((await screen.findByRole('alert')).textContent, `${status} ${message}`).toContain(text);
    for (const raw of [message, 'deleted', 'changed this meanwhile'])
      expect(document.body.textContent).not.toContain(raw);
  }
  answer = null;
  await submit(path, 'Create Post', '/admin');
});
