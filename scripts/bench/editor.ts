import { until } from '../../shared/testing/until.ts';
import { DEMO_LOGIN } from '../services.ts';
import { CommandError } from '../terminal.ts';

const [EMAIL, PASSWORD] = DEMO_LOGIN.split(' / ');

type Row = Readonly<Record<string, unknown>>;

const FIRST_POST = Date.UTC(2001, 0, 1);
const HOUR_MS = 3_600_000;
const AT_ONCE = 100;

async function answered(response: Response): Promise<unknown> {
  if (response.ok) return response.status === 204 ? null : response.json();
  throw new CommandError(`${new URL(response.url).pathname} answered ${response.status}: ${await response.text()}`);
}

/** Signs in as the demo administrator of a running platform, which must run with `AUTH_RATE_LIMIT=0`. */
export async function startEditor(platform: string) {
  const { supabase } = (await answered(await fetch(`${platform}/platform.json`))) as {
    supabase: { url: string; key: string };
  };
  const send = async (method: string, path: string, body?: Row | readonly Row[], token?: string) =>
    answered(
      await fetch(supabase.url + path, {
        method,
        headers: {
          apikey: supabase.key,
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const signIn = async () => {
    const session = await send('POST', '/auth/v1/token?grant_type=password', { email: EMAIL, password: PASSWORD });
    return (session as { access_token: string }).access_token;
  };

  const token = await signIn();
  const added = async (table: string, row: Row) => {
    const [{ id }] = (await send('POST', `/rest/v1/${table}`, row, token)) as [{ id: string }];
    return `/rest/v1/${table}?id=eq.${id}`;
  };
  const word = `bench-${Date.now()}`;
  const prompt = await added('prompts', {
    name: word,
    workflow_type: 'gemini_blog_ideas',
    prompt_text: 'Text',
  });
  const paths: string[] = [];
  const upload = async (file: Buffer): Promise<string> => {
    const id = crypto.randomUUID();
    paths.push(await added('pictures', { id, title: word, alt: 'Bench' }));
    const headers = { apikey: supabase.key, authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
    const body = new Uint8Array(file);
    await answered(await fetch(`${supabase.url}/storage/v1/object/pictures/${id}`, { method: 'POST', headers, body }));
    return id;
  };
  const post = await added('posts', { title: word, slug: word, content: 'Text', published_at: '2001-02-03T10:00:00Z' });

  return {
    async work() {
      await send('PATCH', prompt, { prompt_text: `Text ${Date.now()}` }, await signIn());
    },
    async publish() {
      await send('PATCH', post, { content: `Text ${Date.now()}` }, token);
    },
    async fill(count: number): Promise<readonly string[]> {
      const texts = (await send('GET', '/rest/v1/posts?select=title,excerpt,content&limit=25')) as Row[];
      const rows = Array.from({ length: count }, (_, index) => {
        const published_at = new Date(FIRST_POST + index * HOUR_MS).toISOString();
        return { ...texts[index % texts.length], slug: `${word}-${index}`, published_at };
      });
      for (let first = 0; first < count; first += AT_ONCE)
        await send('POST', '/rest/v1/posts', rows.slice(first, first + AT_ONCE), token);
      return rows.map(({ slug }) => slug);
    },
    /** Uploads JPEG files and waits for their sizes. */
    async upload(files: readonly Buffer[]): Promise<readonly string[]> {
      const ids: string[] = [];
      for (const file of files) ids.push(await upload(file));
      const waiting = `/rest/v1/pictures?select=id&sized_at=is.null&id=in.(${ids})`;
      await until(
        'sizes of pictures',
        async () => ((await send('GET', waiting, undefined, token)) as Row[]).length === 0,
      );
      return ids;
    },
    /** Publishes a post and returns its address. */
    async add(name: string, values: Row): Promise<string> {
      const slug = `${word}-${name}`;
      paths.push(await added('posts', { title: word, slug, published_at: '2001-02-03T10:00:00Z', ...values }));
      return `/post/${slug}`;
    },
    async leave() {
      for (const path of paths.toReversed()) await send('DELETE', path, undefined, token);
      await send('DELETE', prompt, undefined, token);
      await send('DELETE', post, undefined, token);
    },
  };
}

export async function firstPost(platform: string): Promise<string> {
  const path = /href="(\/post\/[^"]+)"/.exec(await (await fetch(platform)).text())?.[1];
  if (!path) throw new CommandError(`${platform} shows no post`);
  return path;
}
