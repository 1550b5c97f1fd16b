import { toSlug } from '@ki/shared/format/slug.ts';
import { fragmentText } from '@ki/shared/ui/markdown/section-links.ts';
import { listCounts } from '../file-rows.ts';

const MOST_NAMES = 3;

const some = (names: ReadonlyMap<string, number>): string => {
  const all = [...names.keys()];
  const more = all.length - MOST_NAMES;
  return `${all.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

type Kind = 'links' | 'files' | 'pictures' | 'embeds' | 'attributes' | 'comments' | 'contents' | 'markup' | 'html';

const WORDS: Readonly<Record<Kind, (count: number, names: ReadonlyMap<string, number>) => string>> = {
  links: (count, names) =>
    `${count === 1 ? '1 link leads to a post or page' : `${count} links lead to posts or pages`} not imported here: ${some(names)}.`,
  files: (count, names) =>
    `${count === 1 ? '1 linked file is' : `${count} linked files are`} not imported: ${some(names)}.`,
  pictures: (count, names) => `${count === 1 ? '1 picture is' : `${count} pictures are`} not imported: ${some(names)}.`,
  embeds: (count) => (count === 1 ? '1 embedded part is a link now.' : `${count} embedded parts are links now.`),
  attributes: (count, names) => `Without ${count === 1 ? '1 attribute' : `${count} attributes`}: ${some(names)}.`,
  comments: (count) => `Without ${count === 1 ? '1 comment' : `${count} comments`} that its page did not show.`,
  contents: () => 'Without the place of its table of contents.',
  markup: (_, names) => `Stays as text: ${listCounts(names)}.`,
  html: (_, names) => `HTML stays as text: ${listCounts(names)}.`,
};

/** Counts parts of a text that are left out, and links that lead nowhere here. */
export class Found {
  readonly #names = new Map<Kind, Map<string, number>>();

  add(kind: Kind, name: string): void {
    const names = this.#names.get(kind) ?? new Map<string, number>();
    names.set(name, (names.get(name) ?? 0) + 1);
    this.#names.set(kind, names);
  }

  notes(): string[] {
    return (Object.keys(WORDS) as Kind[]).flatMap((kind) => {
      const names = this.#names.get(kind) ?? new Map<string, number>();
      const count = [...names.values()].reduce((sum, one) => sum + one, 0);
      return count > 0 ? [WORDS[kind](count, names)] : [];
    });
  }
}

export interface References {
  /** The address here of a post by its file, its path or its title. */
  readonly named: (name: string) => string | undefined;
  /** Where a link leads now; undefined where nobody knows. */
  readonly link: (address: string) => string | undefined;
  /** Whether the texts have links of wikis that lead to posts. */
  readonly isWiki?: () => boolean;
  /** Whether links to the old site are known by its address. */
  readonly hasSite?: boolean;
}

export const NO_REFERENCES: References = { named: () => undefined, link: () => undefined };

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)(?:[?#]|$)/i;
const FILE = /\.(?!(?:html?|php|md|markdown)(?:[?#]|$))[a-z][a-z0-9]{1,4}(?:[?#]|$)/i;
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i;
/** Addresses that this site has. */
const HERE = /^\/(?:post|category|workshops|online-courses|courses|course-matrix|suche)(?:[/?#]|$)/;

/** Pelican's words for its folders. */
const FOLDER = /^[{|](?:filename|attach|static)[}|]/;

const JEKYLL = /\{%-?\s*(?:post_url|link|post_path)\s+([^\s%]+)\s*-?%\}/g;
const HUGO = /\{\{[<%]-?\s*(?:rel)?ref\s+(?:path\s*=\s*)?["'`]?([^"'`>%\s]+)["'`]?[^>%]*[>%]\}\}/g;
const SITE = /\{\{-?\s*(?:site\.(?:baseurl|url|github\.url)|\.?Site\.BaseURL)[^}]*\}\}/gi;
const FILTERED = /\{\{-?\s*["']([^"']*)["']\s*\|[^}]*\}\}/g;

/** The path that tags in an address stand for. */
function expanded(address: string, { named }: References): string {
  if (!/[{|]/.test(address)) return address;
  const byName = (all: string, name: string) => {
    const [path = '', fragment = ''] = name.split(/(?=#)/);
    const found = path === '' ? '' : named(path);
    if (found !== undefined) return found + fragment;
    return /\.(?!md\b)\w+$/.test(path) ? `/${path.replace(/^\/+/, '')}` : all;
  };
  return address
    .replaceAll(JEKYLL, byName)
    .replaceAll(HUGO, byName)
    .replaceAll(SITE, '')
    .replaceAll(FILTERED, '$1')
    .replace(FOLDER, '')
    .replace(/^\/{2,}/, '/');
}

/** Leads links to posts of the import, and counts those that lead nowhere. */
export class Destinations {
  readonly #references: References;
  readonly #found: Found;
  readonly #ids: () => ReadonlyMap<string, string>;

  /** `ids` of headings, by the fragments that they have here. */
  constructor(references: References, found: Found, ids: () => ReadonlyMap<string, string>) {
    this.#references = references;
    this.#found = found;
    this.#ids = ids;
  }

  picture(given: string): string {
    const address = expanded(given, this.#references);
    if (!/^(?:https?:|data:|\/\/)/i.test(address) && address !== '') this.#found.add('pictures', address);
    return address;
  }

  link(given: string): string {
    const address = expanded(given, this.#references).replace(/^@\//, '/');
    if (address.startsWith('#')) return this.#fragment(address);
    if (address === '' || OTHER_SCHEME.test(address) || HERE.test(address)) return address;
    const to = this.#references.link(address);
    if (to?.startsWith('/post/')) return to;
    if (/^(?:https?:)?\/\//i.test(address)) return to ?? address;
    this.#found.add(PICTURE.test(address) ? 'pictures' : FILE.test(address) ? 'files' : 'links', address);
    return to ?? address;
  }

  #fragment(address: string): string {
    const id = address.slice(1);
    const ids = this.#ids();
    const here = ids.get(id) ?? ids.get(toSlug(fragmentText(id)));
    if (here === undefined && id !== '') this.#found.add('links', address);
    return here === undefined ? address : `#${here}`;
  }

  /** A name in place of an address: a link to the post, or the text alone. */
  named(name: string, text?: string): string {
    const [path = '', fragment = ''] = name.split(/(?=#)/);
    const to = this.#references.named(path);
    if (to === undefined) this.#found.add('links', name);
    return to === undefined ? (text ?? name) : `[${text ?? path}](${to}${fragment})`;
  }

  /** Brackets around a name that nobody knows are often no link. */
  ofWiki(name: string, text?: string): string | null {
    const [path = ''] = name.split('#', 1);
    if (text !== undefined || this.#references.named(path) !== undefined) return this.named(name, text);
    if (this.#references.isWiki?.()) this.#found.add('links', name);
    return null;
  }

  definition(given: string): string {
    return PICTURE.test(given) ? this.picture(given) : this.link(given);
  }
}
