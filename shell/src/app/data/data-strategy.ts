import { withoutReader } from '@ki/shared/data/clients.ts';
import type { DataStrategyFunction } from 'react-router-dom';
import type { AskedData } from './asked-data.ts';
import type { PageData } from './page-data.ts';

/** So long a page waits for its data before it shows that it does. */
const PATIENCE_MS = 100;

type Handler = () => unknown;
type Answer = Promise<PageData | null>;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !('then' in value);

const afterPatience = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));

/** What a loader gives, each promise in it kept by the answer, or, if there is none, by the loader itself after all. */
function deferred(shape: Readonly<Record<string, unknown>>, answer: Answer, id: string, handler: Handler) {
  let read: unknown;
  const ownValue = (key: string) => {
    read ??= handler();
    return (read as Readonly<Record<string, unknown>>)[key];
  };
  const entries = Object.entries(shape).map(([key, value]) => {
    if (!(value instanceof Promise)) return [key, value];
    return [key, answer.then((data) => (data?.[id] ? data[id][key] : ownValue(key)))];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** The data of a route, from the answer for its page, in the shape that its loader gives them. */
async function answered(handler: Handler, answer: Answer, id: string): Promise<unknown> {
  // A loader that redirects does so here.
  const shape = withoutReader(handler);
  const data = await (isPlain(shape) ? Promise.race([answer, afterPatience()]) : answer);
  if (data) return data[id] ?? handler();
  return data === undefined && isPlain(shape) ? deferred(shape, answer, id, handler) : handler();
}

/** Lets pages ask the shell for their data; what it does not give, their loaders read for themselves. */
export const shellDataStrategy =
  (asked: AskedData): DataStrategyFunction =>
  async ({ request, matches }) => {
    const wanted = matches.filter(({ shouldLoad }) => shouldLoad);
    const isRead = request.method === 'GET' && wanted.some(({ route }) => route.loader);
    const answer = isRead ? asked.take(new URL(request.url)) : null;
    const results = wanted.map(async (match) => {
      const { id, loader } = match.route;
      const result = answer && loader ? match.resolve((handler) => answered(handler, answer, id)) : match.resolve();
      return [id, await result] as const;
    });
    return Object.fromEntries(await Promise.all(results));
  };
