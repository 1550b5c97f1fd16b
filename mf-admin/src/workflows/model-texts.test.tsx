import type { Json } from '@ki/shared/data/database.types.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { openAdmin } from '../testing/open-admin.ts';

/** As a page that a model read may have it write: what is loaded or followed tells its author. */
const HOSTILE = 'Spur ![Bild](https://t.example/?q=1) [mehr](https://t.example/2) https://t.example/3 Ende';

async function openRun(workflow_type: string, output_data: NonNullable<Json>) {
  const run = { workflow_type, status: 'completed', input_data: { query: 'q', filename: 'q.md' }, output_data };
  const { data } = await serviceClient().from('workflows').insert(run).select('id').single().throwOnError();
  onTestFinished(async () => {
    await serviceClient().from('workflows').delete().eq('id', data.id);
  });
  await openAdmin(`/admin/workflows?workflow=${data.id}`);
}

const asked = () =>
  [...document.querySelectorAll('img, a')].map((part) => part.getAttribute('src') ?? part.getAttribute('href'));

test('the answer of a search shows no pictures, and links to its sources only', async () => {
  const related_questions = [HOSTILE];
  await openRun('perplexity_web_search', {
    query: 'q',
    content: `${HOSTILE} [1]`,
    citations: ['https://a.example/1'],
    related_questions,
  });
  expect(await screen.findAllByText(/Spur .*Ende/)).not.toEqual([]);
  expect(asked()).toContain('https://a.example/1');
  expect(asked().filter((address) => address?.includes('t.example'))).toEqual([]);
});

test('ideas from a file are plain text', async () => {
  const idea = { id: '1', title: HOSTILE, description: HOSTILE, mehrwert: HOSTILE, selected: false };
  await openRun('gemini_blog_ideas', { items: [idea] });
  expect((await screen.findAllByText(HOSTILE)).length).toBeGreaterThanOrEqual(3);
  expect(asked().filter((address) => address?.includes('t.example'))).toEqual([]);
});
