import { withoutReader } from '@ki/shared/data/clients.ts';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
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

/**
 * Routes that ask the shell for their data, once for all loaders of a navigation; what it does not give, they read for
 * themselves. Wrapped, as a `dataStrategy` of the router would keep it from showing at once what needs no data.
 */
export function askingFirst(routes: readonly RouteObject[], asked: Pick<AskedData, 'take'>): RouteObject[] {
  const answers = new WeakMap<Request, Answer>();
  const answerFor = (request: Request): Answer => {
    const answer = answers.get(request) ?? asked.take(new URL(request.url));
    answers.set(request, answer);
    return answer;
  };
  const asking = (id: string, loader: LoaderFunction): LoaderFunction => {
    return (args, context) => answered(() => loader(args, context), answerFor(args.request), id);
  };
  const wrapped = (route: RouteObject): RouteObject => {
    const { id, loader, children } = route;
    const wrap = id !== undefined && typeof loader === 'function' ? { loader: asking(id, loader) } : {};
    return Object.assign({}, route, wrap, children && { children: children.map(wrapped) });
  };
  return routes.map(wrapped);
}
