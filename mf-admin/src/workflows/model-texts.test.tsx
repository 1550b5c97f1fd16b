import type { Json } from '@ki/shared/data/database.types.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenWorkflow } from '../testing/given-workflow.ts';
import { openAdmin } from '../testing/open-admin.ts';

/** As a page that a model read may have it write: what is loaded or followed tells its author. */
const HOSTILE = 'Spur ![Bild](https://t.example/?q=1) [mehr](https://t.example/2) https://t.example/3 Ende';
const IDEA = { id: '1', title: HOSTILE, description: HOSTILE, mehrwert: HOSTILE, selected: false };
const ANSWER = { query: 'q', citations: ['https://a.example/1'], related_questions: [HOSTILE] };

test.each<[string, Parameters<typeof givenWorkflow>[0], Json, string[]]>([
  ['the answer of a search', 'perplexity_web_search', { ...ANSWER, content: `${HOSTILE} [1]` }, ANSWER.citations],
  ['an idea from a file', 'gemini_blog_ideas', { items: [IDEA] }, []],
])('%s shows no pictures, and links to its sources only', async (_, type, output_data, sources) => {
  const input_data = { query: 'q', filename: 'q.md' };
  await openAdmin(`/admin/workflows?workflow=${await givenWorkflow(type, { input_data, output_data })}`);
  expect(await screen.findAllByText(/Spur .*Ende/)).not.toEqual([]);
  const parts = [...document.querySelectorAll('img, a')];
  const addresses = parts.map((part) => part.getAttribute('src') ?? part.getAttribute('href'));
  expect(addresses).toEqual(expect.arrayContaining(sources));
  expect(addresses.filter((address) => address?.includes('t.example'))).toEqual([]);
});
