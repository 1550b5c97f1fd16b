import { loaderContext, type Preview } from '@ki/shared/contract/preview.ts';
import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { isResult, statusOf } from '@ki/shared/contract/result.ts';
import { createStaticHandler, isRouteErrorResponse, type StaticHandlerContext } from 'react-router-dom';
import { settleData } from '../src/app/document-head.ts';
import { shellRoutes } from '../src/app/routes.tsx';
import { mountRoutes } from '../src/remotes/remotes.tsx';

export interface LoadRequest {
  readonly url: URL;
  /** `null` without an owner, for staff pages, and when the module cannot be loaded. */
  readonly remote: RemoteModule | null;
  readonly signal: AbortSignal;
  readonly preview?: Preview | undefined;
}

interface Redirected {
  readonly status: number;
  readonly location: string;
}

type Handler = ReturnType<typeof createStaticHandler>;
const handlers = new WeakMap<RemoteModule, Handler>();
let shellHandler: Handler | undefined;

function handlerFor(remote: RemoteModule | null): Handler {
  if (!remote) {
    shellHandler ??= createStaticHandler(shellRoutes());
    return shellHandler;
  }
  const known = handlers.get(remote);
  if (known) return known;
  const handler = createStaticHandler(shellRoutes(mountRoutes(remote)));
  handlers.set(remote, handler);
  return handler;
}

/** A failed read outweighs a missing row. */
export function statusByResults(loaderData: StaticHandlerContext['loaderData']): number {
  const failures = Object.values(loaderData)
    .flatMap((data) => (typeof data === 'object' && data !== null ? Object.values(data) : []))
    .filter((value) => isResult(value) && !value.ok)
    .map((failure) => statusOf((failure as { code: Parameters<typeof statusOf>[0] }).code));
  return failures.length ? Math.max(...failures) : 200;
}

export function thrownBy({ errors, statusCode }: StaticHandlerContext): string | null {
  const [error] = Object.values(errors ?? {});
  return error === undefined || (isRouteErrorResponse(error) && statusCode < 500) ? null : String(error);
}

interface Queried {
  readonly context: StaticHandlerContext;
  readonly routes: Handler['dataRoutes'];
}

/** Runs the loaders of an address for an anonymous visitor and awaits their reads. */
export async function query({ url, remote, signal, preview }: LoadRequest): Promise<Queried | Redirected> {
  const handler = handlerFor(remote);
  const context = await handler.query(new Request(url, { signal }), { requestContext: loaderContext(preview) });
  if (context instanceof Response) return { status: context.status, location: context.headers.get('location') ?? '/' };
  for (const [id, data] of Object.entries(context.loaderData)) context.loaderData[id] = await settleData(data);
  return { context, routes: handler.dataRoutes };
}

export async function load(request: LoadRequest) {
  const loaded = await query(request);
  if ('location' in loaded) return loaded;
  const { context } = loaded;
  const { loaderData, errors, statusCode } = context;
  const status = errors ? Math.max(statusCode, 400) : statusByResults(loaderData);
  return { status, failure: thrownBy(context), loaderData };
}
