import { staffClient } from '@ki/shared/data/clients.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd, givenCourse, givenPage, givenPost, givenSource } from '../testing/given.ts';
import { saveAsDraft } from '../testing/given-role.ts';
import { intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const PRESENCE = 'POST rpc/open_record';
const CLOSED = 'POST rpc/close_record';

/** The requests to the API from now on, in the order of their names. Strict mode opens and closes a record once more. */
function requests(): () => readonly string[] {
  const sent: string[] = [];
  intercept(({ method, url }) => {
    const [, name] = url.pathname.split('/rest/v1/');
    const request = `${method} ${name}`;
    if (name !== undefined && request !== CLOSED && !(request === PRESENCE && sent.includes(PRESENCE)))
      sent.push(request);
    return undefined;
  });
  return () => sent.toSorted();
}

const EDITING = 'POST rpc/read_editing';
const FOR_POST = ['POST rpc/choices_of_post', PRESENCE, EDITING];

const givenPostWithDraft = (content: string) => async () => {
  const post = await givenPost();
  await givenSource(post.id, { text: 'Quelle' });
  await saveAsDraft('posts', post.id, { title: 'Entwurf', content });
  return post;
};

type Record = { readonly id: string };

test.each<[string, () => Promise<Record>, (record: Record) => string, string, readonly string[]]>([
  ['a post', givenPostWithDraft('Satz.'), addresses.editPost, 'Update Post', FOR_POST],
  // The text of a source is read once a citation of it is compared.
  ['a citing post', givenPostWithDraft('Satz [1].'), addresses.editPost, 'Update Post', ['GET sources', ...FOR_POST]],
  ['a page', givenPage, addresses.editPage, 'Update Page', [PRESENCE, EDITING]],
  ['a course', givenCourse, addresses.editCourse, 'Update Course', ['GET course_categories', PRESENCE, EDITING]],
  ['an ad', givenAd, addresses.editAd, 'Update Ad', ['GET courses', 'GET workshops', PRESENCE, EDITING]],
  ['an outline', givenCourse, addresses.courseBuilder, 'Show history', ['GET courses', EDITING]],
])('%s is opened with these requests alone', async (_, givenRecord, address, button, expected) => {
  const { router } = await openAdmin(addresses.accounts);
  await screen.findByRole('heading', { level: 1, name: 'Accounts' });
  const record = await givenRecord();
  const sent = requests();
  await router.navigate(address(record));
  await screen.findByRole('button', { name: button });
  await waitFor(() => expect(sent()).toEqual(expect.arrayContaining([...expected])));
  // Another answer: what the page asks after its first paint is sent by now.
  await (await staffClient()).rpc('database_now').throwOnError();
  expect(sent()).toEqual([...expected, 'POST rpc/database_now'].toSorted());
});
