import { type CacheTag, FUNCTIONS, RELATIONS } from '@ki/shared/data/cache-tags.ts';

/** The next query may succeed after Request Timeout and Too Many Requests. */
const TEMPORARY: readonly number[] = [408, 429];

type Known = Readonly<Record<string, readonly CacheTag[]>>;

/** `/rest/v1/posts`, `/rest/v1/rpc/search`. */
const ADDRESS = /\/rest\/v1\/(rpc\/)?([^/]+)$/;
/** The name before a parenthesis: `categories` in `category:categories!inner(name)`, and `count` in `count()`. */
const BEFORE_PARENTHESIS = /"?([\w$]+)"?(?:![\w$]+)*\((\)?)/g;
const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max']);

const tagsIn = (known: Known, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? null) : null);

function embeddedIn(select: string): readonly string[] {
  return [...select.matchAll(BEFORE_PARENTHESIS)].flatMap(([, name = '', isEmpty]) =>
    isEmpty && AGGREGATES.has(name) ? [] : [name],
  );
}

/** The tags of a query's table or function and of its embedded tables. `null` when one has no tags. */
export function cacheTagsOf(address: string): readonly CacheTag[] | null {
  const { pathname, searchParams } = new URL(address);
  const [, isFunction, name] = ADDRESS.exec(pathname) ?? [];
  if (!name) return null;
  const own = tagsIn(isFunction ? FUNCTIONS : RELATIONS, name);
  const embedded = embeddedIn(searchParams.get('select') ?? '').map((one) => tagsIn(RELATIONS, one));
  const all = [own, ...embedded];
  return all.includes(null) ? null : [...new Set(all.flatMap((tags) => tags ?? []))];
}

export type Dependencies = ReturnType<typeof collectDependencies>;

export function collectDependencies() {
  const tags = new Set<CacheTag>();
  let areKnown = true;
  return {
    add(more: readonly CacheTag[] | null): void {
      if (more === null) areKnown = false;
      else for (const tag of more) tags.add(tag);
    },
    /** `null` when the call read something without tags, or a query failed. */
    tags: (): readonly CacheTag[] | null => (areKnown ? [...tags] : null),
  };
}

const addressOf = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : String(input));

/** Adds the tags of each query to the calls which it may belong to. */
export function trackingFetch(query: typeof fetch, callers: () => readonly Dependencies[]): typeof fetch {
  return async (input, options) => {
    const concerned = callers();
    const add = (tags: readonly CacheTag[] | null) => {
      for (const dependencies of concerned) dependencies.add(tags);
    };
    add(cacheTagsOf(addressOf(input)));
    try {
      const response = await query(input, options);
      if (response.status >= 500 || TEMPORARY.includes(response.status)) add(null);
      return response;
    } catch (error) {
      add(null);
      throw error;
    }
  };
}
