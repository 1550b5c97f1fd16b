import { unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenAiCall, givenWorkflow, removeWorkflows, storedWorkflows as stored } from '../testing/given-workflow.ts';
import { failing, intercept, respondWith } from '../testing/network.ts';
import { fill, openAdmin, press, rowOf, textsOf } from '../testing/open-admin.ts';

const ARTICLE = 'functions/v1/generate-article';

const openPage = () => openAdmin('/admin/workflows');
const open = (id: string) => openAdmin(`/admin/workflows?workflow=${id}`);

/** A completed search, by its query. */
async function givenSearch(query = unique('Frage '), status = 'completed') {
  return { query, id: await givenWorkflow('perplexity_web_search', { status, input_data: { query } }) };
}

const IDEA = { id: '7', title: 'Idee', description: 'Worum', mehrwert: 'Wozu', selected: true };

test('forms say what the day has left and what they take; a search that fails says so', async () => {
  const calls = { mine: 50, of_account: 50, everybodys: 61, in_all: 200, renews_at: '' };
  respondWith('rpc/ai_calls_today', [calls]);
  await openPage();
  const slider = await screen.findByRole('slider', { name: 'Max Results' });
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider]).toMatchObject(['5', '20', { value: '10' }]);
  const recency = screen.getByRole('combobox', { name: 'Recency' });
  expect(recency).toMatchObject({ value: 'month' });
  expect(textsOf(within(recency).getAllByRole('option'))).toEqual(['Day', 'Week', 'Month', 'Year']);
  expect(screen.getByLabelText('File').getAttribute('accept')).toBe('.txt,.md,.doc,.docx,.pdf');
  expect((await screen.findByText(/^AI calls today/)).textContent).toBe(
    'AI calls today: 50 of 50 by you, 61 of 200 by everybody. There are no more today. Counting starts anew at midnight, Europe/Zurich time.',
  );
  const query = unique('Frage ');
  removeWorkflows('input_data->>query', query);
  const search = async (text: string, domains: string) => {
    await fill('Query', text);
    await fill('Domain Filter', domains);
    press('Search');
  };
  await search('   ', 'admin');
  expect(await screen.findByText('Please enter a query.')).toBeTruthy();
  expect(screen.getByText('Please enter domains such as admin.ch.')).toBeTruthy();
  await search(query, ' admin.ch, https://www.Alice.ch/kurse;-reddit.com  admin.ch');
  expect(await screen.findByText('Failed to process search. Please try again.')).toBeTruthy();
  expect(await screen.findByText('The function could not be reached. Please try again.')).toBeTruthy();
  const [row] = await stored('input_data->>query', query);
  expect(row).toMatchObject({
    workflow_type: 'perplexity_web_search',
    status: 'failed',
    input_data: {
      ...{ query, max_results: 10, search_recency_filter: 'month' },
      search_domain_filter: ['admin.ch', 'www.alice.ch', '-reddit.com'],
    },
  });
});

test('a file without text stores no row; what another one lacks is stored and shown', async () => {
  const [empty, filename] = [`${unique('leer')}.txt`, `${unique('notizen')}.txt`];
  removeWorkflows('input_data->>filename', filename);
  const { user } = await openPage();
  const generate = async (file: File) => {
    await user.upload(await screen.findByLabelText('File'), file);
    await user.click(screen.getByRole('button', { name: 'Generate Ideas' }));
  };
  await generate(new File([], empty));
  expect(await screen.findByText('This file is empty.')).toBeTruthy();
  expect(await stored('input_data->>filename', empty)).toEqual([]);
  await generate(new File([new Uint8Array([71, 114, 0xf6, 0xdf, 101])], filename, { type: 'text/plain' }));
  expect(await screen.findByText('Failed to process file. Please try again.')).toBeTruthy();
  const note = 'The file was read as Windows-1252. Please look at umlauts.';
  expect(await screen.findByText(note)).toBeTruthy();
  const [row] = await stored('input_data->>filename', filename);
  expect(row).toMatchObject({
    workflow_type: 'gemini_blog_ideas',
    status: 'failed',
    input_data: { filename, filesize: 5, filetype: 'text/plain', notes: [note] },
  });
});

/** As a page that a model read may have it write: what is loaded or followed tells its author. */
const HOSTILE = 'Spur ![Bild](https://t.example/?q=1) [mehr](https://t.example/2) https://t.example/3 Ende';

async function expectHarmless(): Promise<void> {
  expect(await screen.findAllByText(/Spur .*Ende/)).not.toEqual([]);
  const parts = [...document.querySelectorAll('img, a')];
  const addresses = parts.map((part) => part.getAttribute('src') ?? part.getAttribute('href'));
  expect(addresses.filter((address) => address?.includes('t.example'))).toEqual([]);
}

test('every [n] links to its listed source, unknown numbers are marked, nothing else is loaded or linked', async () => {
  const citations = ['https://a.example/eins', 'https://b.example/zwei'];
  const content = `${HOSTILE} Ja [2], nein [3].`;
  const output_data = { query: 'q', content, citations, related_questions: [HOSTILE] };
  await open(await givenWorkflow('perplexity_web_search', { input_data: { query: unique('Frage ') }, output_data }));
  expect((await screen.findByRole('link', { name: '[2]' })).getAttribute('href')).toBe(citations[1]);
  expect(screen.getByText('[3?]')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'b.example/zwei' }).getAttribute('href')).toBe(citations[1]);
  await expectHarmless();
});

test('Idea selection: each idea has a selected flag (default true), toggleable and saved; a failure reverts it', async () => {
  const { selected, ...first } = IDEA;
  const hostile = { title: HOSTILE, description: HOSTILE, mehrwert: HOSTILE };
  const items = [
    { ...first, ...hostile },
    { ...first, id: '2', title: 'Zweite Idee', selected },
  ];
  const id = await givenWorkflow('gemini_blog_ideas', { output_data: { items, total_count: 2 } });
  const { user } = await open(id);
  expect(await screen.findByText('2 of 2 ideas selected')).toBeTruthy();
  await expectHarmless();
  const box = screen.getByRole('checkbox', { name: 'Zweite Idee' });
  const repair = failing('PATCH', 'workflows');
  await user.click(box);
  expect(await screen.findByText('An error occurred')).toBeTruthy();
  expect(box).toMatchObject({ checked: true });
  repair();
  await user.click(box);
  expect(await screen.findByText('1 of 2 ideas selected')).toBeTruthy();
  await waitFor(async () => {
    const [row] = await stored('id', id);
    expect(row?.output_data).toEqual({ items: [items[0], { ...items[1], selected: false }], total_count: 2 });
  });
});

test('an article of the answer of a search gets its sources, and is named by the workflow', async () => {
  const query = unique('Was gilt? ');
  const output_data = {
    content: 'Das gilt [1].',
    citations: ['https://a.example/eins', 'https://b.example/zwei'],
    search_results: [{ url: 'https://a.example/eins', title: 'Eins' }, { url: 'https://b.example/zwei' }],
  };
  const id = await givenWorkflow('perplexity_web_search', { input_data: { query }, output_data });
  const { user } = await open(id);
  // The edge function has its own tests.
  const asked: unknown[] = [];
  intercept(({ url, body }) => {
    if (!url.pathname.endsWith(ARTICLE) || body === null) return undefined;
    asked.push(JSON.parse(body));
    return Promise.resolve(Response.json({ success: true, post: { id: 'p-1' } }));
  });
  await user.click(await screen.findByRole('button', { name: `Generate Article: ${query}` }));
  expect(await screen.findByText('Article created successfully! Post ID: p-1')).toBeTruthy();
  const sources = [{ url: 'https://a.example/eins', title: 'Eins' }, { url: 'https://b.example/zwei' }];
  expect(asked).toEqual([{ ideaId: id, title: query, description: 'Das gilt [1].', value: '', keyword: '', sources }]);
  const [row] = await stored('id', id);
  expect(row?.output_data).toEqual({ ...output_data, post_id: 'p-1' });
});

test('a plain text of ideas is shown unchanged, and of a truncated file a notice', async () => {
  const output_data = { ideas: '1. Eine Idee\n2. Noch eine', used_characters: 200_000 };
  await open(await givenWorkflow('gemini_blog_ideas', { output_data }));
  expect(await screen.findByText('Only the first 200,000 characters of the file were used.')).toBeTruthy();
  expect(screen.getByText(/1\. Eine Idee/).textContent).toBe(output_data.ideas);
});

const FAILED = 'Failed to generate article';

test('Article generation: its button says what calls like it used, then an alert what came of it', async () => {
  const median = { calls: 20, tokens: 1480, cost: 0.0213, currency: 'USD' };
  const article = { ...median, kind: 'generate-article', calls: 1, tokens: 9000, cost: null };
  respondWith('rpc/ai_estimates', [{ ...median, kind: 'web-search' }, article]);
  const items = [IDEA];
  const { user } = await open(await givenWorkflow('gemini_blog_ideas', { output_data: { items, total_count: 1 } }));
  const search = within(await screen.findByRole('region', { name: 'Web Search' }));
  expect(await search.findByText('About 1,480 tokens, USD 0.0213 (median of the last 20)')).toBeTruthy();
  expect(await screen.findByText('Each article: about 9,000 tokens (as the last time)')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: /Blog Ideas/ })).queryByText(/^About/)).toBeNull();
  // The edge function has its own tests; here its responses are mocked.
  for (const [status, answer, alert] of [
    [503, { error: 'GEMINI_API_KEY is not set' }, 'Error: GEMINI_API_KEY is not set'],
    [502, 'oops', FAILED],
    [200, { success: false, error: 'Too short' }, 'Error: Too short'],
    [200, { success: false }, FAILED],
    [200, { success: true, post: { id: 'p-1' } }, 'Article created successfully! Post ID: p-1'],
  ] as const) {
    respondWith(ARTICLE, answer, status);
    await user.click(await screen.findByRole('button', { name: 'Generate Article: Idee' }));
    expect(await screen.findByText(alert)).toBeTruthy();
  }
});

test('the list shows states; what does not run can be deleted', async () => {
  const queries = new Map<string, string>();
  for (const state of ['Completed', 'Failed', 'Processing', 'Pending']) {
    queries.set(state, (await givenSearch(unique(`${state} `), state.toLowerCase())).query);
  }
  const [, , running = '', pending = ''] = queries.values();
  const { user } = await openPage();
  for (const [state, query] of queries) {
    expect(within(await rowOf(query)).getByText(state)).toBeTruthy();
  }
  await user.click(await screen.findByRole('button', { name: 'Delete', description: pending }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete this workflow?' }));
  expect(dialog.getByText(pending)).toBeTruthy();
  const repair = failing('DELETE', 'workflows');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Failed to delete workflow')).toBeTruthy();
  expect(await stored('input_data->>query', pending)).toHaveLength(1);
  repair();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: pending })).toBeNull());
  expect(await stored('input_data->>query', pending)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Delete', description: running })).toBeNull();
});

test('the database counts the AI calls of today and of this month, and what each search cost', async () => {
  const { id, query } = await givenSearch(undefined, 'failed');
  await givenAiCall({ kind: 'web-search', subject: id, model: 'sonar-pro', tokens: [10_000, 600] });
  await openPage();
  const entry = (await screen.findByRole('link', { name: query })).closest('li');
  await waitFor(() => expect(entry?.textContent?.replaceAll('\u00a0', ' ')).toContain('10,600 tokens, USD 0.045'));
  expect((await screen.findByText(/^AI calls today/)).textContent).toMatch(
    /^AI calls today: \d+ of 50 by you, \d+ of 200 by everybody\. Counting/,
  );
  const month = /^This month: \d+ AI calls? by everybody, [\d,]+ tokens(, USD\s[\d.]+)?\.$/;
  expect((await screen.findByText(/^This month/)).textContent).toMatch(month);
});

test("a list that cannot be read says so, and 'No workflows yet'; without costs it is as before", async () => {
  const { query } = await givenSearch();
  for (const name of ['ai_calls_this_month', 'ai_costs_of']) failing('POST', `rpc/${name}`);
  const repair = failing('GET', 'workflows');
  const { user, unmount } = await openPage();
  expect(await screen.findByText('The data could not be loaded.')).toBeTruthy();
  expect(screen.getByText('No workflows yet')).toBeTruthy();
  repair();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: query })).toBeTruthy();
  expect(await screen.findByText(/^AI calls today/)).toBeTruthy();
  expect(screen.queryByText(/^This month/)).toBeNull();
  unmount();
  respondWith('workflows', []);
  await openPage();
  expect(await screen.findByText('No workflows yet')).toBeTruthy();
  expect(screen.queryByText('The data could not be loaded.')).toBeNull();
});
