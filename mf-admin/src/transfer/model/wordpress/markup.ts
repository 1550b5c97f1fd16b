import { z } from 'zod/mini';
import { escapeHtml } from '../conversion.ts';
import type { Item, Media, Picture } from './read-export.ts';

const figure = ({ address, alt, caption }: Picture) =>
  `<figure><img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;

const link = (address: string, name = address) => `<p><a href="${escapeHtml(address)}">${escapeHtml(name)}</a></p>`;

type Attributes = Readonly<Record<string, string | undefined>>;

/** `src="a" b` has the values of its names, and those without a name by their number. */
function attributesOf(written: string): Attributes {
  const found: Record<string, string> = {};
  let unnamed = 0;
  for (const [, name, double, single, bare] of written.matchAll(
    /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/g,
  )) {
    const value = double ?? single ?? bare ?? '';
    if (name) found[name.toLowerCase()] = value;
    else found[unnamed++] = value;
  }
  return found;
}

/** The text whose shortcodes are read. */
interface Place {
  readonly id: string;
  readonly media: Media;
  readonly missingPictures: (count: number) => void;
}

function gallery(
  attributes: Attributes,
  { id, media, missingPictures }: Place,
  onlyPictures = true,
): readonly Picture[] {
  const ids = (attributes.ids || attributes.include)?.split(/[\s,]+/).filter(Boolean);
  if (!ids) return (media.ofPost.get(attributes.id ?? id) ?? []).filter(({ isPicture }) => isPicture === onlyPictures);
  const found = ids.flatMap((file) => media.byId.get(file) ?? []);
  if (found.length < ids.length) missingPictures(ids.length - found.length);
  return found;
}

const SOURCES = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'mp4', 'm4v', 'webm', 'ogv', 'url', '0'];
const player = (tagName: string, attributes: Attributes) => {
  const address = SOURCES.map((name) => attributes[name]).find(Boolean);
  return address && `<${tagName} src="${escapeHtml(address)}"></${tagName}>`;
};

function caption(attributes: Attributes, inner: string): string {
  const [, picture = '', words = ''] =
    /^((?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/.exec(inner.trimStart()) ?? [];
  if (!picture) return inner;
  return `<figure>${picture}<figcaption>${words.trim() || (attributes.caption ?? '')}</figcaption></figure>`;
}

const codeBlock = ({ language, lang, 0: first }: Attributes, inner: string) =>
  `<pre><code class="language-${escapeHtml(language ?? lang ?? first ?? 'text')}">${inner.trim()}</code></pre>`;

type Shortcode = (attributes: Attributes, inner: string, place: Place) => string | undefined;

const SHORTCODES: Readonly<Record<string, Shortcode>> = {
  caption,
  wp_caption: caption,
  gallery: (attributes, _, place) => {
    const pictures = gallery(attributes, place);
    return pictures.length > 0 || attributes.ids ? pictures.map(figure).join('') : undefined;
  },
  playlist: (attributes, _, place) =>
    gallery(attributes, place, false)
      .map(({ address, name }) => link(address, name || address))
      .join('') || undefined,
  audio: (attributes, inner) => player('audio', { ...attributes, url: attributes.url ?? (inner.trim() || undefined) }),
  video: (attributes, inner) => player('video', { ...attributes, url: attributes.url ?? (inner.trim() || undefined) }),
  embed: ({ src }, inner) => (inner.trim() || src ? link(inner.trim() || (src ?? '')) : undefined),
  code: codeBlock,
  sourcecode: codeBlock,
  latex: (_, inner) => `<code>${inner}</code>`,
};

const KNOWN = new RegExp(
  `\\[(\\[?)(${Object.keys(SHORTCODES).join('|')})\\b(?![\\w-])([^\\]]*?)(/?)\\](?:((?:(?!\\[\\2\\b)[\\s\\S])*?)\\[/\\2\\])?(\\]?)`,
  'g',
);

/** Shortcodes that WordPress has itself become HTML; those of plugins stay. */
export function withoutShortcodes(html: string, place: Place): string {
  if (!html.includes('[')) return html;
  return upToLast(']', html, (part) =>
    part.replaceAll(
      KNOWN,
      (whole, open: string, name: string, attributes: string, _: string, inner = '', close: string) => {
        if (open && close) return whole.slice(1, -1);
        const made = SHORTCODES[name]?.(attributesOf(attributes), inner, place);
        return made === undefined ? whole : `${open}\n\n${made}\n\n${close}`;
      },
    ),
  );
}

/** The names of shortcodes that stay. */
export const shortcodesIn = (html: string): string[] =>
  html.includes('[') ? [...html.matchAll(/\[([a-z][\w-]*)(?:\s[^\][<]*)?\](?!\()/g)].map(([, name = '']) => name) : [];

const COMMENT = /<!--[\s\S]*?-->/g;
const DYNAMIC = /^<!--\s+wp:([a-z][\w/-]*)\s+(\{[\s\S]*\}\s+)?\/-->$/;
const DEEPEST = 5;

const attributesSchema = z.catch(
  z.looseObject({
    ref: z.optional(z.number()),
    url: z.optional(z.string()),
    label: z.optional(z.string()),
    service: z.optional(z.string()),
  }),
  {},
);

function blockAttributesOf(json: string | undefined) {
  try {
    return attributesSchema.parse(JSON.parse(json ?? '{}'));
  } catch {
    return {};
  }
}

const isPublic = ({ parts }: Item) => parts['wp:status'] === 'publish' && !parts['wp:post_password'];

/**
 * Blocks that WordPress fills when it shows the page: those that the export can fill are filled. `empty`: names of blocks
 * whose contents no export has.
 */
export function fillBlocks(html: string, reusable: ReadonlyMap<string, Item>, notes: string) {
  const empty: string[] = [];
  let missingReusable = 0;
  const fill = (content: string, depth: number): string =>
    upToLast('-->', content, (part) => part.replaceAll(COMMENT, (comment) => fillBlock(comment, depth)));
  const fillBlock = (comment: string, depth: number): string => {
    const [, name, json] = DYNAMIC.exec(comment) ?? [];
    if (name === undefined) return comment;
    if (name === 'footnotes') return notes;
    const { ref, url, label, service } = blockAttributesOf(json);
    if (name === 'block') {
      const found = reusable.get(String(ref));
      if (found && isPublic(found) && depth < DEEPEST) return fill(found.parts['content:encoded'] ?? '', depth + 1);
      missingReusable += 1;
      return '';
    }
    if (url) return `<p><a href="${escapeHtml(url)}">${escapeHtml(label ?? service ?? url)}</a></p>`;
    empty.push(name);
    return '';
  };
  return { html: fill(html, 0), empty, missingReusable };
}

const notesSchema = z.array(z.object({ id: z.string(), content: z.string() }));

/** The footnotes that WordPress keeps beside the text, as a list whose entries lead back to their marks. */
export function footnoteList(json: string | undefined): string {
  if (!json) return '';
  try {
    const entries = notesSchema
      .parse(JSON.parse(json))
      .map(({ id, content }) => `<li id="${escapeHtml(id)}">${content} <a href="#${escapeHtml(id)}-link">↩</a></li>`);
    return entries.length > 0 ? `<ol>${entries.join('')}</ol>` : '';
  } catch {
    return '';
  }
}

/** Changes a text up to the last `end`: where none follows, a pattern would look for it anew from each start. */
export function upToLast(end: string, text: string, change: (part: string) => string): string {
  const index = text.lastIndexOf(end);
  return index < 0 ? text : change(text.slice(0, index + end.length)) + text.slice(index + end.length);
}
