import { decodeText } from '../../files/model/decode-text.ts';
import { partsOf } from '../../files/model/file-name.ts';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Files in which Jekyll, Hexo, Hugo, Zola and GitHub keep the address of a site. */
export const isSettings = (name: string): boolean =>
  /(?:^|[\\/])(?:(?:_config|config|hugo)\.(?:ya?ml|toml)|CNAME)$/.test(name);

/** The address of the site: lines further in, or below '[table]', belong to an author or a theme. */
const URL_LINE = /^(?:url|base_?url)[ \t]*[:=][ \t]*["']?(https?:\/\/[^\s"'#]+)/im;
const FOLDER_LINE = /^baseurl[ \t]*:[ \t]*["']?(\/[^\s"'#]*)/im;
const HOST_LINE = /^[\w.-]+\.[a-z]{2,}$/i;

/** The address of the site that files come from, by the settings nearest to the root. */
export function siteOf(settings: readonly NamedBytes[]): string | undefined {
  const texts = settings
    .toSorted((a, b) => partsOf(a.name).length - partsOf(b.name).length)
    .map(({ bytes }) => decodeText(bytes).text.split(/^\[/m, 1).join());
  const url = texts.map((text) => URL_LINE.exec(text)?.[1]).find((found) => found !== undefined);
  const folder = texts.map((text) => FOLDER_LINE.exec(text)?.[1]).find((found) => found !== undefined) ?? '';
  const host = texts.map((text) => text.trim()).find((text) => HOST_LINE.test(text));
  if (url) return `${url.replace(/\/+$/, '')}${folder.replace(/\/+$/, '')}/`;
  return host && `https://${host}/`;
}

const MAY_BE_POST = /\.(?:html?|mdx|mdown|mkd|rst|textile|adoc|asciidoc|org|ipynb|txt)$/i;

export function othersNotes(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const endings = names.flatMap((name) => MAY_BE_POST.exec(name)?.[0].toLowerCase() ?? []);
  const counts = [...Map.groupBy(endings, (ending) => ending)].map(([ending, { length }]) => `${length} ${ending}`);
  return [
    `${names.length} ${names.length === 1 ? 'file is' : 'files are'} no Markdown and left out.`,
    ...(counts.length > 0 ? [`Some of them may be posts: ${counts.join(', ')}.`] : []),
  ];
}
