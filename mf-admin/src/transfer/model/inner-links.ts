import { plural } from '@ki/shared/format/plural.ts';

/** A post with its addresses before the import: of another site, or paths of files. */
export interface Former {
  readonly to: string;
  readonly addresses: readonly string[];
}

/** The links of one text. */
export interface InnerLinks {
  /** Where a link leads now: to a post here, or to the old site where it was relative. Undefined where it stays. */
  readonly rewrite: (address: string) => string | undefined;
  /** How many led to something of the old site that has no address here. */
  readonly notes: () => string[];
}

/** The base of relative addresses where the old site's is unknown. */
const NOWHERE = 'http://nowhere.invalid/';
const FILE = /\.(?!html?$|php$|md$|markdown$)[a-z0-9]{1,5}$/i;
const ENDING = /(?:\/?(?:index)?\.(?:html?|php|md|markdown)|\/)$/;
const DATE = /^([^/]+)\/\d{4}\/\d\d(?:\/\d\d)?(?=\/)/;

function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

const HOST = /^https?:\/\/(?:www\.)?([^/?#]+)/i;
export const hostOf = ({ host }: URL) => host.replace(/^www\./, '');
const parseAddress = (address: string, base: string) => {
  const url = URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url : null;
};

/** The same for each spelling of an address. */
function keyOf(url: URL): string {
  const id = url.search && (url.searchParams.get('p') ?? url.searchParams.get('page_id'));
  if (id) return `${hostOf(url)}?p=${id}`;
  return `${hostOf(url)}${decodePath(url.pathname).toLowerCase().replace(ENDING, '')}`;
}

/** Permalinks with and without a date lead to the same post, where it is the only one of its name. */
function indexOf(entries: Iterable<Former>, home: string): (key: string) => string | undefined {
  const exact = new Map<string, string>();
  const undated = new Map<string, Set<string>>();
  const withoutDate = (key: string) => key.replace(DATE, '$1');
  for (const { to, addresses } of entries) {
    for (const address of addresses) {
      const url = parseAddress(address, home);
      if (!url) continue;
      const key = keyOf(url);
      if (!exact.has(key)) exact.set(key, to);
      const targets = undated.get(withoutDate(key)) ?? new Set();
      undated.set(withoutDate(key), targets.add(to));
    }
  }
  return (key) => {
    const [only, ...others] = undated.get(withoutDate(key)) ?? [];
    return exact.get(key) ?? (others.length === 0 ? only : undefined);
  };
}

/**
 * Links among the posts of a file. `from` is the address of the text that has them. `addresses` are of hosts that the site
 * had besides its present one; they are read at the first link to another host.
 */
export function innerLinks(
  entries: Iterable<Former>,
  site?: string,
  addresses: Iterable<string> = [],
): (from?: string) => InnerLinks {
  const home = new URL(URL.parse(site ?? NOWHERE) ?? NOWHERE);
  let hosts: ReadonlySet<string | undefined> | undefined;
  const isOwn = (url: URL) => {
    if (hostOf(url) === hostOf(home)) return url.pathname.startsWith(home.pathname.replace(/\/$/, ''));
    hosts ??= new Set([...addresses].map((address) => HOST.exec(address)?.[1]));
    return hosts.has(hostOf(url));
  };
  const isPage = ({ pathname }: URL) => pathname.length > home.pathname.length && !FILE.test(pathname);
  let targetOf: ((key: string) => string | undefined) | undefined;
  return (from = '') => {
    let missing = 0;
    const base = URL.parse(from, home.href)?.href ?? home.href;
    const rewrite = (address: string) => {
      const url = address.startsWith('#') ? null : parseAddress(address, base);
      if (!url || !isOwn(url)) return undefined;
      targetOf ??= indexOf(entries, home.href);
      const to = targetOf(keyOf(url));
      if (to !== undefined) return `${to}${url.hash}`;
      if (isPage(url) || url.search) missing += 1;
      return site && !/^https?:/i.test(address) ? url.href : undefined;
    };
    const counted = () => plural(missing, 'link leads to a post or page', 'links lead to posts or pages');
    const notes = () => (missing === 0 ? [] : [`${counted()} not imported here.`]);
    return { rewrite, notes };
  };
}
