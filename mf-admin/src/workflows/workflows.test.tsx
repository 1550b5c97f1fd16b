import type { Json } from '@ki/shared/data/database.types.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { givenAiCall } from '../testing/given-ai-call.ts';
import { failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

type Type = 'perplexity_web_search' | 'gemini_blog_ideas';

interface Row {
  readonly status?: string;
  readonly input_data?: NonNullable<Json>;
  readonly output_data?: Json;
  readonly error_message?: string;
}

const ARTICLE = '/functions/v1/generate-article';

const service = serviceClient();

async function givenWorkflow(workflow_type: Type, values: Row = {}): Promise<string> {
  const rows = service.from('workflows');
  const { data } = await rows
    .insert({ workflow_type, status: 'completed', ...values })
    .select('id')
    .single()
    .throwOnError();
  onTestFinished(async () => {
    await service.from('workflows').delete().eq('id', data.id);
  });
  return data.id;
}

async function stored(column: string, value: string) {
  const { data } = await service.from('workflows').select('*').eq(column, value).throwOnError();
  return data;
}

async function removeAfterwards(column: string, value: string) {
  onTestFinished(async () => {
    await service.from('workflows').delete().eq(column, value);
  });
}

const open = (id: string) => openAdmin(`/admin/workflows?workflow=${id}`);
const quietly = () => {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
};

test('Search max results slider 5-20, default 10; recency options day, week, month (default), year', async () => {
  await openAdmin('/admin/workflows');
  const slider = await screen.findByRole('slider', { name: 'Max Results' });
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider]).toMatchObject(['5', '20', { value: '10' }]);
  const recency = screen.getByRole('combobox', { name: 'Recency' });
  expect(recency).toMatchObject({ value: 'month' });
  expect(
    within(recency)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Day', 'Week', 'Month', 'Year']);
});

test('File upload accepts .txt, .md, .doc, .docx, .pdf', async () => {
  await openAdmin('/admin/workflows');
  expect((await screen.findByLabelText('File')).getAttribute('accept')).toBe('.txt,.md,.doc,.docx,.pdf');
});

test('Search requires a non-blank query', async () => {
  const { user } = await openAdmin('/admin/workflows');
  await user.type(await screen.findByRole('textbox', { name: 'Query' }), '   ');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Please enter a query.')).toBeTruthy();
});

test("Search failure alert: 'Failed to process search. Please try again.'", async () => {
  quietly();
  const query = unique('Frage ');
  await removeAfterwards('input_data->>query', query);
  const { user } = await openAdmin('/admin/workflows');
  await user.type(await screen.findByRole('textbox', { name: 'Query' }), query);
  await user.type(screen.getByRole('textbox', { name: 'Domain Filter' }), 'admin.ch, https://alice.ch/kurse');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Failed to process search. Please try again.')).toBeTruthy();
  expect(await screen.findByText('The function could not be reached. Please try again.')).toBeTruthy();
  const [row] = await stored('input_data->>query', query);
  expect(row).toMatchObject({
    workflow_type: 'perplexity_web_search',
    status: 'failed',
    input_data: {
      query,
      max_results: 10,
      search_recency_filter: 'month',
      search_domain_filter: ['admin.ch', 'alice.ch'],
    },
  });
});

test("File failure alert: 'Failed to process file. Please try again.'", async () => {
  quietly();
  const filename = `${unique('notizen')}.md`;
  await removeAfterwards('input_data->>filename', filename);
  const { user } = await openAdmin('/admin/workflows');
  await user.upload(await screen.findByLabelText('File'), new File(['# Notizen'], filename, { type: 'text/markdown' }));
  await user.click(screen.getByRole('button', { name: 'Generate Ideas' }));
  expect(await screen.findByText('Failed to process file. Please try again.')).toBeTruthy();
  const [row] = await stored('input_data->>filename', filename);
  expect(row).toMatchObject({
    workflow_type: 'gemini_blog_ideas',
    status: 'failed',
    input_data: { filename, filesize: 9, filetype: 'text/markdown' },
  });
});

test('a file without text stores no row and shows the reason', async () => {
  quietly();
  const filename = `${unique('leer')}.txt`;
  const { user } = await openAdmin('/admin/workflows');
  await user.upload(await screen.findByLabelText('File'), new File([], filename));
  await user.click(screen.getByRole('button', { name: 'Generate Ideas' }));
  expect(await screen.findByText('This file is empty.')).toBeTruthy();
  expect(await stored('input_data->>filename', filename)).toEqual([]);
});

test('Icons: completed, failed, processing (spinning), otherwise pending', async () => {
  const expected = { completed: 'Completed', failed: 'Failed', processing: 'Processing', pending: 'Pending' };
  const queries = Object.keys(expected).map((status) => [status, unique(`${status} `)] as const);
  for (const [status, query] of queries)
    await givenWorkflow('perplexity_web_search', { status, input_data: { query } });
  await openAdmin('/admin/workflows');
  for (const [status, query] of queries) {
    const entry = (await screen.findByRole('link', { name: query })).closest('li');
    if (!entry) throw new Error('no entry');
    expect(within(entry).getByText(expected[status as keyof typeof expected])).toBeTruthy();
  }
});

test('every [n] in the text refers to a listed source, unknown numbers are marked', async () => {
  const citations = ['https://a.example/eins', 'https://b.example/zwei'];
  const output_data = { query: 'q', content: 'Ja [2], nein [3].', citations, related_questions: [] };
  await open(await givenWorkflow('perplexity_web_search', { input_data: { query: unique('Frage ') }, output_data }));
  expect((await screen.findByRole('link', { name: '[2]' })).getAttribute('href')).toBe(citations[1]);
  expect(screen.getByText('[3?]')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'b.example/zwei' }).getAttribute('href')).toBe(citations[1]);
});

test('Idea selection: each idea has a selected flag (default true), toggleable and saved', async () => {
  const idea = { title: 'Erste Idee', description: 'Worum', mehrwert: 'Wozu' };
  const items = [
    { ...idea, id: '1' },
    { ...idea, id: '2', title: 'Zweite Idee', selected: true },
  ];
  const id = await givenWorkflow('gemini_blog_ideas', {
    input_data: { filename: unique('a') },
    output_data: { items, total_count: 2 },
  });
  const { user } = await open(id);
  expect(await screen.findByText('2 of 2 ideas selected')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Zweite Idee' }));
  expect(await screen.findByText('1 of 2 ideas selected')).toBeTruthy();
  await waitFor(async () => {
    const [row] = await stored('id', id);
    expect(row?.output_data).toEqual({ items: [items[0], { ...items[1], selected: false }], total_count: 2 });
  });
});

test('a selection that cannot be saved is reverted', async () => {
  const items = [{ id: '1', title: 'Idee', description: '', mehrwert: '', selected: true }];
  const id = await givenWorkflow('gemini_blog_ideas', { output_data: { items, total_count: 1 } });
  const { user } = await open(id);
  const box = await screen.findByRole('checkbox', { name: 'Idee' });
  failing('PATCH', 'workflows');
  await user.click(box);
  expect(await screen.findByText('An error occurred')).toBeTruthy();
  expect(box).toMatchObject({ checked: true });
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
    if (url.pathname !== ARTICLE || body === null) return undefined;
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

test('a truncated file shows a notice', async () => {
  const output_data = { ideas: '1. Eine Idee', used_characters: 200_000 };
  await open(await givenWorkflow('gemini_blog_ideas', { output_data }));
  expect(await screen.findByText('Only the first 200,000 characters of the file were used.')).toBeTruthy();
});

test('a plain text of ideas is shown unchanged', async () => {
  const id = await givenWorkflow('gemini_blog_ideas', { output_data: { ideas: '1. Eine Idee\n2. Noch eine' } });
  await open(id);
  expect((await screen.findByText(/1\. Eine Idee/)).textContent).toBe('1. Eine Idee\n2. Noch eine');
});

const ALERTS: [string, Response, string][] = [
  ['success', Response.json({ success: true, post: { id: 'p-1' } }), 'Article created successfully! Post ID: p-1'],
  [
    'server error',
    Response.json({ error: 'GEMINI_API_KEY is not set' }, { status: 503 }),
    'Error: GEMINI_API_KEY is not set',
  ],
  [
    'server error with status 200',
    Response.json({ success: false, error: 'The text is too short' }),
    'Error: The text is too short',
  ],
  ['failure without a message and status 200', Response.json({ success: false }), 'Failed to generate article'],
  ['otherwise', new Response('oops', { status: 502 }), 'Failed to generate article'],
];

test.for(ALERTS)('Article generation: %s alert', async ([, answer, alert]) => {
  quietly();
  const items = [{ id: '7', title: 'Idee', description: 'Worum', mehrwert: 'Wozu', selected: true }];
  const id = await givenWorkflow('gemini_blog_ideas', { output_data: { items, total_count: 1 } });
  const { user } = await open(id);
  // The edge function has its own tests; here its responses are mocked.
  intercept(({ url, method }) =>
    url.pathname === ARTICLE && method === 'POST' ? Promise.resolve(answer.clone()) : undefined,
  );
  await user.click(await screen.findByRole('button', { name: 'Generate Article: Idee' }));
  expect(await screen.findByText(alert)).toBeTruthy();
});

test('a workflow can be deleted, and the next one gets the focus', async () => {
  const [older, newer] = [unique('Alt '), unique('Neu ')];
  await givenWorkflow('perplexity_web_search', { status: 'failed', input_data: { query: older } });
  const id = await givenWorkflow('perplexity_web_search', { status: 'pending', input_data: { query: newer } });
  const { user } = await openAdmin('/admin/workflows');
  await user.click(await screen.findByRole('button', { name: 'Delete', description: newer }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete this workflow?' }));
  expect(dialog.getByText(newer)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: newer })).toBeNull());
  expect(await stored('id', id)).toEqual([]);
  const next = screen.getByRole('button', { name: 'Delete', description: older });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test("'Failed to delete workflow' when it fails, and it stays", async () => {
  const query = unique('Bleibt ');
  const id = await givenWorkflow('perplexity_web_search', { input_data: { query } });
  const { user } = await openAdmin('/admin/workflows');
  await user.click(await screen.findByRole('button', { name: 'Delete', description: query }));
  failing('DELETE', 'workflows');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Failed to delete workflow')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('link', { name: query })).toBeTruthy();
  expect(await stored('id', id)).toHaveLength(1);
});

test('a running workflow cannot be deleted', async () => {
  const query = unique('Läuft ');
  await givenWorkflow('perplexity_web_search', { status: 'processing', input_data: { query } });
  await openAdmin('/admin/workflows');
  await screen.findByRole('link', { name: query });
  expect(screen.queryByRole('button', { name: 'Delete', description: query })).toBeNull();
});

test('staff see how many AI calls the day has left', async () => {
  intercept(({ url }) =>
    url.pathname.endsWith('/rpc/ai_calls_today')
      ? Promise.resolve(Response.json([{ mine: 50, of_account: 50, everybodys: 61, in_all: 200, renews_at: '' }]))
      : undefined,
  );
  await openAdmin('/admin/workflows');
  const note = await screen.findByText(/^AI calls today/);
  expect(note.textContent).toBe(
    'AI calls today: 50 of 50 by you, 61 of 200 by everybody. There are no more today. Counting starts anew at midnight, Europe/Zurich time.',
  );
});

test('the database counts the AI calls', async () => {
  await openAdmin('/admin/workflows');
  expect((await screen.findByText(/^AI calls today/)).textContent).toMatch(
    /^AI calls today: \d+ of 50 by you, \d+ of 200 by everybody\. Counting/,
  );
});

test('before a call its button says what calls like it used', async () => {
  const items = [{ id: '1', title: 'Idee', description: '', mehrwert: '', selected: true }];
  const id = await givenWorkflow('gemini_blog_ideas', { output_data: { items, total_count: 1 } });
  const median = { calls: 20, tokens: 1480, cost: 0.0213, currency: 'USD' };
  const rows = [
    { ...median, kind: 'web-search' },
    { ...median, kind: 'generate-article', calls: 1, tokens: 9000, cost: null },
  ];
  intercept(({ url }) =>
    url.pathname.endsWith('/rpc/ai_estimates') ? Promise.resolve(Response.json(rows)) : undefined,
  );
  await open(id);
  const search = within(await screen.findByRole('region', { name: 'Web Search' }));
  expect(await search.findByText('About 1,480 tokens, USD 0.0213 (median of the last 20)')).toBeTruthy();
  expect(await screen.findByText('Each article: about 9,000 tokens (as the last time)')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: /Blog Ideas/ })).queryByText(/^About/)).toBeNull();
});

test('the history says what a search cost', async () => {
  const query = unique('Frage ');
  const id = await givenWorkflow('perplexity_web_search', { status: 'failed', input_data: { query } });
  await givenAiCall({ kind: 'web-search', subject: id, model: 'sonar-pro', tokens: [10_000, 600] });
  await openAdmin('/admin/workflows');
  const entry = (await screen.findByRole('link', { name: query })).closest('li');
  expect(entry?.textContent?.replaceAll('\u00a0', ' ')).toContain('10,600 tokens, USD 0.045');
});

test('staff see what the calls of this month took', async () => {
  await givenAiCall({ kind: 'web-search', model: 'sonar-pro', tokens: [10_000, 600] });
  await openAdmin('/admin/workflows');
  const note = await screen.findByText(/^This month/);
  expect(note.textContent).toMatch(/^This month: \d+ AI calls? by everybody, [\d,]+ tokens(, USD\s[\d.]+)?\.$/);
});

test('a month whose sum cannot be read leaves the page as it is', async () => {
  failing('POST', 'rpc/ai_calls_this_month');
  await openAdmin('/admin/workflows');
  expect(await screen.findByText(/^AI calls today/)).toBeTruthy();
  expect(screen.queryByText(/^This month/)).toBeNull();
});

test('a history whose costs cannot be read is shown without them', async () => {
  const query = unique('Frage ');
  await givenWorkflow('perplexity_web_search', { input_data: { query } });
  failing('POST', 'rpc/ai_costs_of');
  await openAdmin('/admin/workflows');
  expect(await screen.findByRole('link', { name: query })).toBeTruthy();
});

test("empty 'No workflows yet'", async () => {
  intercept(({ url, method }) =>
    url.pathname.endsWith('/workflows') && method === 'GET' ? Promise.resolve(Response.json([])) : undefined,
  );
  await openAdmin('/admin/workflows');
  expect(await screen.findByText('No workflows yet')).toBeTruthy();
});

test('a list that cannot be read shows the error and the empty state', async () => {
  failing('GET', 'workflows');
  await openAdmin('/admin/workflows');
  expect(await screen.findByText('The data could not be loaded.')).toBeTruthy();
  expect(screen.getByText('No workflows yet')).toBeTruthy();
});
