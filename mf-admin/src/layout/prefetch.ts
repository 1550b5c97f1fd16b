import { onLinkIntent } from '@ki/shared/ui/browser/link-intent.ts';
import { type LoaderFunction, matchRoutes, type RouteObject } from 'react-router-dom';

/** A record may change after it was read: where nobody presses by then, its form reads it again. */
const LASTS_MS = 5_000;

const prefetched = new Map<string, { readonly data: unknown; readonly at: number }>();

/** The address of the link that was pressed last. A navigation after a save is none. */
let pressed = '';

const keyOf = ({ pathname, search }: URL | HTMLAnchorElement) => pathname + search;

function freshAt(key: string) {
  const found = prefetched.get(key);
  return found && performance.now() - found.at < LASTS_MS ? found : null;
}

/** After a press on its link, the loader returns once what was prefetched. */
export function prefetchable({ loader, ...route }: RouteObject): RouteObject {
  if (typeof loader !== 'function') return Object.assign(route, { loader });
  const load: LoaderFunction = (args) => {
    const key = keyOf(new URL(args.request.url));
    const found = key === pressed ? freshAt(key) : null;
    prefetched.delete(key);
    pressed = '';
    return found ? found.data : loader(args);
  };
  return Object.assign(route, { loader: load });
}

/** Code and data of the page behind a link, as soon as a pointer rests on it, a touch begins there or it gets the focus. */
export function prefetchPages(routes: RouteObject[]): void {
  const press = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    pressed = link ? keyOf(link) : '';
    // Another press may change what was read.
    if (!link) prefetched.clear();
  };
  addEventListener('click', press, { capture: true });
  onLinkIntent((link) => {
    const { route, params } = matchRoutes(routes, link.pathname)?.at(-1) ?? {};
    const key = keyOf(link);
    if (!route || key === pressed || freshAt(key)) return;
    // The press tries again and reports a failure.
    if (typeof route.lazy === 'function') void route.lazy().catch(() => undefined);
    if (typeof route.loader !== 'function') return;
    const data = route.loader({ request: new Request(link.href), params, context: {} } as never, undefined);
    prefetched.set(key, { data, at: performance.now() });
  }, new AbortController().signal);
}
