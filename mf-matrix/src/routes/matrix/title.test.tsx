import { reader } from '@ki/shared/data/clients.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { onServer } from '../../server.ts';
import { counter, firstOf, open, openDialog, readMatrix } from '../../testing/open-matrix.ts';

const TITLE = 'Weiterbildung am See';

beforeEach(async () => {
  const { data: before } = await serviceClient().from('site').select('matrix_title').single().throwOnError();
  await serviceClient().from('site').update({ matrix_title: TITLE }).neq('name', '').throwOnError();
  onTestFinished(async () => {
    await serviceClient().from('site').update(before).neq('name', '');
  });
});

test('the heading is the title of the site, in its language, also below an open workshop', async () => {
  const { title } = firstOf(await readMatrix());
  open();
  await counter(54);
  const heading = await screen.findByRole('heading', { level: 1, name: TITLE });
  expect(heading.lang).toBe('de');
  fireEvent.click(screen.getByRole('link', { name: title }));
  await openDialog();
  expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe(TITLE);
});

test('the Markdown text and the share picture have the title of the site', async () => {
  const context = { reader: await reader(), params: {}, url: new URL('http://site/course-matrix') };
  const [page] = onServer.texts.pages;
  expect(await page?.read(context)).toContain(TITLE);
  const [picture] = onServer.resources;
  const response = await picture?.respond({ ...context, request: new Request('http://site/vorschau/matrix.png') });
  expect(await response?.text()).toContain('Weiterbildung');
});
