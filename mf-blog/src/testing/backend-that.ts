import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@ki/shared/data/clients.ts';
import { inject, onTestFinished } from 'vitest';

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'content-type': 'application/json',
};

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Replaces the backend during the running test by a server that responds with the results of `answer`. */
export async function backendThat(answer: (path: string) => Answer | Promise<Answer>): Promise<void> {
  const listener: RequestListener = async (request, response) => {
    const asked = request.method !== 'OPTIONS';
    const { status, body } = asked ? await answer(request.url ?? '') : { status: 204, body: null };
    response.writeHead(status, HEADERS).end(body === null ? undefined : JSON.stringify(body));
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' });
  onTestFinished(() => {
    const { url, publishableKey } = inject('backend');
    connect({ url, key: publishableKey });
    server.closeAllConnections();
    server.close();
  });
}

interface PostRow {
  readonly published_at?: string;
  readonly ai?: string;
}

/** The row of a post as the backend sends it. */
export const postRow = (slug: string, values: PostRow = {}) => ({
  ...{ id: slug, slug, title: `Titel ${slug}`, excerpt: null, content: 'Text', author: 'Ada', comment_count: 0 },
  ...{ published_at: '2026-01-01T10:00:00Z', updated_at: '2026-01-01T10:00:00Z', category: null, picture: null },
  ...{ ai: 'none', ...values },
});

/** Replaces the backend by one that has these posts only. */
export const backendOf = (rows: readonly ReturnType<typeof postRow>[]) =>
  backendThat((path) => {
    if (!/newest_posts|\/posts/.test(path)) return { status: 200, body: [] };
    const query = new URL(path, 'http://backend').searchParams;
    const [slug, skip, take] = ['slug', 'skip', 'take'].map((key) => query.get(key));
    if (slug) return { status: 200, body: rows.filter((row) => slug === `eq.${row.slug}`) };
    return { status: 200, body: rows.slice(Number(skip), Number(skip) + Number(take ?? rows.length)) };
  });
