import { intercept } from './network.ts';

/** Responds with a body to all requests to one table or function during the running test. */
export const respondWith = (path: string, body: unknown, status = 200): void =>
  intercept(({ url }) =>
    url.pathname.endsWith(`/${path}`) ? Promise.resolve(Response.json(body, { status })) : undefined,
  );
