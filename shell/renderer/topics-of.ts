import { FUNCTIONS, RELATIONS, type Topic } from '@ki/shared/data/topics.ts';

type Known = Readonly<Record<string, readonly Topic[] | null>>;

/** `/rest/v1/posts`, `/rest/v1/rpc/search`. */
const ADDRESS = /\/rest\/v1\/(rpc\/)?([^/]+)$/;
/** What stands before a parenthesis: `categories` of `category:categories!inner(name)`, and `count` of `count()`. */
const BEFORE_PARENTHESIS = /"?([\w$]+)"?(?:![\w$]+)*\((\)?)/g;
const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max']);

const topicsIn = (known: Known, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? null) : null);

/** The tables and views that a `select` embeds. */
function embeddedIn(select: string): readonly string[] {
  return [...select.matchAll(BEFORE_PARENTHESIS)].flatMap(([, name = '', isEmpty]) =>
    isEmpty && AGGREGATES.has(name) ? [] : [name],
  );
}

/**
 * The topics of which the answer to a question to the backend shows something: of its table or function and of all that
 * it embeds. `null`: of something else too, whose changes nobody tells of.
 */
export function topicsOf(address: string): readonly Topic[] | null {
  const { pathname, searchParams } = new URL(address);
  const [, isFunction, name] = ADDRESS.exec(pathname) ?? [];
  if (!name) return null;
  const asked = topicsIn(isFunction ? FUNCTIONS : RELATIONS, name);
  const embedded = embeddedIn(searchParams.get('select') ?? '').map((one) => topicsIn(RELATIONS, one));
  const all = [asked, ...embedded];
  return all.includes(null) ? null : [...new Set(all.flatMap((topics) => topics ?? []))];
}
