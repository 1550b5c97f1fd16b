import type { Platform } from '@ki/shared/contract/registry.ts';
import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { withoutSentHtml } from '@ki/shared/contract/server-html.ts';
import { render } from '../src/app/render.tsx';

interface PageJob {
  readonly url: string;
  readonly platform: Platform;
  readonly remote: RemoteModule | null;
  readonly signal: AbortSignal;
}

/** A page as it travels to the shell, its HTML apart: what becomes JSON in the document is JSON already. */
export async function renderPage({ url, ...job }: PageJob) {
  const page = await render({ url: new URL(url), ...job });
  if ('location' in page) return { page };
  const { html: bytes, tags, jsonLd, state, routeIds, ...rest } = page;
  const parts = {
    ...rest,
    tags: tags.map(({ name, attributes }) => ({ name, attributes: { ...attributes } })),
    jsonLd: jsonLd.map((data) => JSON.stringify(data)),
    state: JSON.stringify(state, withoutSentHtml),
    routeIds: [...routeIds],
  };
  return { page: parts, bytes };
}
