import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import type { Database as Tables } from '../../../shared/data/database.types.ts';
import type { Database } from '../../local-backend/database/database.ts';
import { bootTestBackend } from '../../local-backend/fixtures/test-backend.ts';
import { type Functions, startDenoFunctions } from '../../local-backend/functions/functions.ts';
import { type Handler, starting } from '../../local-backend/http/app.ts';
import { listen } from '../../local-backend/http/listen.ts';
import type { LogFields } from '../../local-backend/log.ts';
import { openSignUp } from '../../seed/demo.ts';
import { type ProviderServer, type Reply, startProvider } from './provider-server.ts';

export const KEYS = { PERPLEXITY_API_KEY: 'pplx-a-key-for-tests', GEMINI_API_KEY: 'gemini-a-key-for-tests' };

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const WORKFLOWS = {
  'web-search': { workflow_type: 'perplexity_web_search', status: 'pending' },
  'blog-ideas': { workflow_type: 'gemini_blog_ideas', status: 'processing' },
};

/** The real functions in Deno, on a database of their own, with a provider on loopback. */
async function startFunctionsBackend(settings: Record<string, string>) {
  let handler: Handler = starting;
  /** All log lines of the functions. */
  const output: string[] = [];
  const log = (event: string, { line }: LogFields = {}) => {
    if (event === 'functions_output') output.push(String(line));
  };
  const provider: ProviderServer = await startProvider();
  const listener = await listen(0, (request, peer) => handler(request, peer));
  // Nobody reads sources here, unless a test does.
  const addresses = { PERPLEXITY_BASE_URL: provider.url, GEMINI_BASE_URL: provider.url, SOURCES_WAIT_MS: '0' };
  let functions: Functions | undefined;
  const backend = await bootTestBackend({
    seed: false,
    startFunctions: ({ publishable }) => {
      functions = startDenoFunctions({
        supabaseUrl: listener.url,
        publishableKey: publishable,
        providers: { ...addresses, ...settings },
        log,
      });
      return functions;
    },
  });
  handler = backend.fetch;
  /** Bypasses row-level security. */
  const database: Database = backend.database;
  const { publishable } = backend.keys;
  await openSignUp(database);
  const { client: staff, token: staffToken } = await signedIn(listener.url, publishable, 'anna.muster@example.com');
  const { token: strangerToken, id: strangerId } = await signedIn(listener.url, publishable, 'fremd@example.com');
  await database.query('delete from private.staff where user_id = $1', [strangerId]);

  const call = (name: string, init: RequestInit) => fetch(`${listener.url}/functions/v1/${name}`, init);

  async function post(name: string, body: unknown, token = staffToken): Promise<Answer> {
    const response = await call(name, {
      method: 'POST',
      headers: { apikey: publishable, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** A workflow as the screen creates it, waiting for its function. */
  async function waitingWorkflow(name: keyof typeof WORKFLOWS): Promise<string> {
    const { data } = await staff.from('workflows').insert(WORKFLOWS[name]).select('id').single().throwOnError();
    return data.id;
  }

  async function endOf(id: string) {
    const columns = 'status, output_data, error_message';
    return (await staff.from('workflows').select(columns).eq('id', id).single().throwOnError()).data;
  }

  /** Runs a new workflow; the result has its end, and the number of calls that the provider received. */
  async function run(name: keyof typeof WORKFLOWS, fields: object, ...replies: Reply[]) {
    if (replies.length > 0) provider.answerWith(...replies);
    const workflowId = await waitingWorkflow(name);
    const { status, body } = await post(name, { workflowId, ...fields });
    return { status, body, workflowId, end: await endOf(workflowId), calls: provider.received.length };
  }

  /** Writes an article on an idea of its own. */
  async function write(reply: Reply, fields: object = {}) {
    provider.answerWith(reply);
    const idea = { ideaId: crypto.randomUUID(), title: 'Idee', description: 'Worum', value: 'Wozu', keyword: '' };
    const { status, body } = await post('generate-article', { ...idea, ...fields });
    const { id = crypto.randomUUID() } = (body.post ?? {}) as { id?: string };
    const { data } = await staff.from('posts').select('*, categories (slug)').eq('id', id).maybeSingle();
    return { status, body, post: data, calls: provider.received.length };
  }

  return {
    provider,
    database,
    staff,
    staffToken,
    /** The token of an account without rights. */
    strangerToken,
    strangerId,
    output,
    call,
    post,
    waitingWorkflow,
    endOf,
    run,
    search: (...replies: Reply[]) => run('web-search', { query: 'Was gilt?' }, ...replies),
    findIdeas: (...replies: Reply[]) => run('blog-ideas', { fileContent: 'Text', filename: 'a.txt' }, ...replies),
    write,
    /** Kills the functions, also during a call. */
    killFunctions: async () => functions?.close(),
    close: async () => {
      provider.close();
      await listener.close();
      await backend.close();
    },
  };
}

export type FunctionsBackend = Awaited<ReturnType<typeof startFunctionsBackend>>;

/** A backend for the tests of a file. */
export function functionsBackend(settings: Record<string, string> = {}, keys: object = KEYS): FunctionsBackend {
  const backend = {} as FunctionsBackend;
  beforeAll(async () => {
    Object.assign(backend, await startFunctionsBackend({ ...keys, ...settings }));
  });
  afterAll(() => backend.close());
  return backend;
}

async function signedIn(url: string, key: string, email: string) {
  const client: SupabaseClient<Tables> = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const password = 'geheim-genug';
  await client.auth.signUp({ email, password });
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token, id: data.user.id };
}
