import { DEMO_LOGIN } from '../services.ts';
import { CommandError } from '../terminal.ts';

const [EMAIL, PASSWORD] = DEMO_LOGIN.split(' / ');

type Row = Readonly<Record<string, unknown>>;

async function answered(response: Response): Promise<unknown> {
  if (response.ok) return response.status === 204 ? null : response.json();
  throw new CommandError(`${new URL(response.url).pathname} answered ${response.status}: ${await response.text()}`);
}

/** Signs in as the demo administrator of a running platform, which must run with `AUTH_RATE_LIMIT=0`. */
export async function startEditor(platform: string) {
  const { supabase } = (await answered(await fetch(`${platform}/platform.json`))) as {
    supabase: { url: string; key: string };
  };
  const send = async (method: string, path: string, body?: Row, token?: string) =>
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
  const prompt = await added('prompts', { name: word, workflow_type: 'gemini_blog_ideas', prompt_text: 'Text' });
  const post = await added('posts', { title: word, slug: word, content: 'Text', published_at: '2001-02-03T10:00:00Z' });

  return {
    /** The address of the post's form. */
    form: `/admin/posts/edit/${post.split('eq.')[1]}`,
    async work() {
      await send('PATCH', prompt, { prompt_text: `Text ${Date.now()}` }, await signIn());
    },
    async publish() {
      await send('PATCH', post, { content: `Text ${Date.now()}` }, token);
    },
    async leave() {
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
