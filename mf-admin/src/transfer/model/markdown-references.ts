import { partsOf } from '../../files/model/file-name.ts';
import type { References } from '../../files/model/markup/destinations.ts';
import type { MarkdownRow } from '../../files/model/post-markdown.ts';
import { type Former, innerLinks } from './inner-links.ts';

type SlugOf = (row: MarkdownRow) => string;

const pathOf = (parts: readonly string[]) => `/${parts.map(encodeURIComponent).join('/')}`;

const withSlash = (address: string) => (/^(?:https?:)?\//.test(address) ? address : `/${address}`);

/** By what is certain first: paths and addresses of front matter, then what sites make of names and folders. */
function* formerOf(rows: readonly MarkdownRow[], slugOf: SlugOf): Generator<Former> {
  for (const row of rows) {
    yield { to: `/post/${slugOf(row)}`, addresses: [pathOf(partsOf(row.place)), ...row.addresses.map(withSlash)] };
  }
  for (const row of rows) {
    const { name, date } = row.file;
    const folders = row.file.folders.filter((folder) => !/^_(?:posts|drafts)$/.test(folder));
    const days = date?.slice(0, 10).split('-') ?? [];
    const names = [...new Set([name, slugOf(row)])];
    const ofFolders = [...folders.keys(), folders.length].map((from) => folders.slice(from));
    const parents = row.entry.category ? [...ofFolders, [String(row.entry.category)]] : ofFolders;
    const dated = date ? parents.map((parent) => [...parent, ...days]) : [];
    const addresses = [...parents, ...dated].flatMap((parent) => names.map((own) => pathOf([...parent, own])));
    yield { to: `/post/${slugOf(row)}`, addresses };
  }
}

const plain = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[./\\]+|\/+$/g, '')
    .replace(/(?:\/_?index)?\.(?:md|markdown)$|\/_?index$/, '');

function namesOf(rows: readonly MarkdownRow[], slugOf: SlugOf): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, row: MarkdownRow) => {
    if (name !== '' && !found.has(plain(name))) found.set(plain(name), `/post/${slugOf(row)}`);
  };
  for (const row of rows) add(row.place, row);
  for (const row of rows) add(partsOf(row.place).at(-1) ?? '', row);
  for (const row of rows) for (const name of [row.file.name, row.title, ...row.addresses]) add(name, row);
  return found;
}

const WIKI_LINK = /\[\[([^[\]|#\n]{1,500})/g;

const hostOf = (url: URL) => url.host.replace(/^www\./, '');

/** An address of the old site from its root, without the folder in which the site was; undefined for any other. */
function rooted(address: string, site: URL | null): string | undefined {
  const folder = site?.pathname.replace(/\/$/, '') ?? '';
  const url = site && /^(?:https?:)?\/\//i.test(address) ? URL.parse(address, site.href) : null;
  if (url && (!site || hostOf(url) !== hostOf(site))) return undefined;
  const path = url ? url.pathname + url.search + url.hash : address;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : url ? undefined : path;
}

/** Where the posts of an import are, for the links of each. */
export function referencesOf(
  rows: readonly MarkdownRow[],
  slugOf: SlugOf,
  site?: string,
): (row: MarkdownRow) => References {
  const home = site === undefined ? null : URL.parse(site);
  const linksOf = innerLinks({ [Symbol.iterator]: () => formerOf(rows, slugOf) });
  let names: ReadonlyMap<string, string> | undefined;
  const named = (name: string) => {
    names ??= namesOf(rows, slugOf);
    return names.get(plain(name)) ?? names.get(plain(name).split('/').at(-1) ?? '');
  };
  const leadsToPost = ({ entry }: MarkdownRow) =>
    [...String(entry.content).matchAll(WIKI_LINK)].some(([, name = '']) => named(name.trim()) !== undefined);
  let isWiki: boolean | undefined;
  return ({ place }) => {
    // Links are relative to the file, or to the page that a site made of it.
    const relative = (address: string) => {
      const own = pathOf(partsOf(place));
      return linksOf(own).rewrite(address) ?? linksOf(`${own.replace(/\.\w+$/, '')}/`).rewrite(address);
    };
    return {
      named,
      isWiki() {
        isWiki ??= rows.some(leadsToPost);
        return isWiki;
      },
      hasSite: home !== null,
      link(address) {
        const isFull = /^(?:https?:)?\/\//i.test(address);
        if (isFull || address.startsWith('/')) {
          const path = rooted(address, home);
          const to = path === undefined || (isFull && !home) ? undefined : linksOf().rewrite(path);
          return to ?? (isFull || !home ? undefined : new URL(address, home).href);
        }
        return relative(address);
      },
    };
  };
}
