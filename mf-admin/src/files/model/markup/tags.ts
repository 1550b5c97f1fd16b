import { type Arguments, argumentsOf, type Context, inBrackets, type Part, pictureOf, TAG_SOURCE } from './parts.ts';

/** The pages of what other programs embed. */
const EMBEDS: ReadonlyMap<string, (ids: readonly string[]) => string> = new Map(
  Object.entries({
    youtube: ([id]) => `https://www.youtube.com/watch?v=${id}`,
    vimeo: ([id]) => `https://vimeo.com/${id}`,
    gist: ([user, id]) =>
      `https://gist.github.com/${[user, id].filter((part) => part && !/\.\w+$/.test(part)).join('/')}`,
    tweet: ([user, id]) => (id ? `https://x.com/${user}/status/${id}` : `https://x.com/i/status/${user}`),
    instagram: ([id]) => `https://www.instagram.com/p/${id}/`,
    codepen: ([user, id]) => `https://codepen.io/${user}/pen/${id}`,
    asciinema: ([id]) => `https://asciinema.org/a/${id}`,
  } satisfies Readonly<Record<string, (ids: readonly string[]) => string>>),
);
const IS_TWEET = /^(?:twitter|x)(?:_simple)?$/;
const ID = /^[\w@./-]+$/;

function embedOf(name: string, source: string, { found }: Context): string | null {
  const { list, named } = argumentsOf(source);
  const page = EMBEDS.get(IS_TWEET.test(name) ? 'tweet' : name);
  const given = ['id', 'user'].some((key) => named.has(key));
  const ids = given ? [named.get('user'), named.get('id')].filter((id) => id !== undefined) : list;
  if (!page || !ids[0] || !ids.every((id) => ID.test(id) || /^https?:/.test(id))) return null;
  found.add('embeds', name);
  const address = /^https?:/.test(ids[0]) ? ids[0] : page(ids);
  const title = named.get('title');
  return title ? `[${title}](${address})` : `<${address}>`;
}

const IS_PICTURE = /(?:^|[_/-])(?:fig(?:ure)?|im(?:g|ages?)|pic(?:ture)?|photo|lightbox|asset_img)(?:$|[_./-])/i;
const SOURCES = ['src', 'url', 'image_path', 'image', 'img', 'file', 'path'];

/** The text below a figure: its title, its caption and the owner of the picture. */
function belowOf(named: Arguments['named'], alt: string): string {
  const [attr, link] = [named.get('attr'), named.get('attrlink')];
  const words = [named.get('title'), named.get('caption')].filter((text) => text && text !== alt).join(': ');
  const credit = attr && link ? `[${attr}](${inBrackets(link)})` : (attr ?? link);
  return [words, credit].filter(Boolean).join(' ');
}

function figureOf(name: string, source: string, { destinations }: Context): string | null {
  const { list, named } = argumentsOf(source);
  const address =
    SOURCES.map((key) => named.get(key)).find((value) => value !== undefined) ??
    list.find((part) => /\.\w{2,5}$/.test(part));
  if (!IS_PICTURE.test(name) || !address) return null;
  const behind = list.slice(list.indexOf(address) + 1).filter((part) => !/^\d+$/.test(part));
  const alt = named.get('alt') ?? behind.join(' ');
  const picture = pictureOf(alt, destinations.picture(address));
  const link = named.get('link');
  const shown = link ? `[${picture}](${inBrackets(destinations.link(link))})` : picture;
  const below = belowOf(named, alt);
  return below ? `${shown}\n\n${below}` : shown;
}

/** A tag of Liquid or Hexo, `{% name … %}`, in Markdown; null where there is no such thing. */
function ofTag(name: string, source: string, context: Context): string | null {
  const { list, named } = argumentsOf(source);
  const [first = '', ...more] = list;
  const { destinations } = context;
  if (['post_url', 'post_path'].includes(name) || (name === 'link' && more.length === 0)) {
    const to = destinations.link(`{% ${name} ${first} %}`);
    return to.startsWith('{') ? null : to;
  }
  if (name === 'post_link')
    return destinations.named(first, more.filter((part) => !/^(?:true|false)$/.test(part)).join(' ') || undefined);
  if (name === 'link') {
    const at = list.findIndex((part) => /^https?:|^\//.test(part));
    return at > 0 ? `[${list.slice(0, at).join(' ')}](${inBrackets(destinations.link(list[at] ?? ''))})` : null;
  }
  if (name === 'asset_path') return destinations.link(first);
  if (name === 'asset_link') return `[${more.join(' ') || first}](${inBrackets(destinations.link(first))})`;
  if (name === 'include' || name === 'include_relative') {
    return (
      figureOf(first, source.slice(source.indexOf(first) + first.length), context) ??
      embedOf(first.replace(/\.\w+$/, ''), [...named].map(([key, value]) => `${key}="${value}"`).join(' '), context)
    );
  }
  return figureOf(name, source, context) ?? embedOf(name, source, context);
}

/** A shortcode of Hugo or Zola, `{{< name … >}}`. */
function ofShortcode(name: string, source: string, context: Context): string | null {
  if (/^(?:rel)?ref$/.test(name)) {
    const to = context.destinations.link(`{{< ref ${source} >}}`);
    return to.startsWith('{') ? null : to;
  }
  return figureOf(name, source, context) ?? embedOf(name, source, context);
}

/** Tags at the end of others are not named. */
const isEnd = (name: string) => /^(?:\/|end)/.test(name);

const ATTRIBUTE = String.raw`[.#\w:-]{1,200}(?:=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s}"'>]{1,500}))?`;
/** The attributes of kramdown; a hash of Ruby is none. */
const ATTRIBUTES = String.raw`\{:\s*${ATTRIBUTE}(?:\s+${ATTRIBUTE}){0,50}\s*\}|\{:/?[\w:]*\s*/?\}|\{::[^}\n]{0,500}\}`;

const dropped = (kind: 'attributes' | 'comments' | 'contents', pattern: string): Part => ({
  pattern,
  made(_, { found }, { all }) {
    found.add(kind, all.trim());
    return '';
  },
});

export const TAG_PARTS: readonly Part[] = [
  {
    pattern: String.raw`\{\{[<%]-?\s*(?<name>[^\s>%]{1,100})(?<source>[\s\S]{0,1000}?)-?/?[>%]\}\}`,
    isTag: true,
    made({ name = '', source = '' }, context) {
      const made = ofShortcode(name, source, context);
      if (made === null && !isEnd(name)) context.found.add('markup', `{{< ${name} >}}`);
      return made;
    },
  },
  {
    pattern: String.raw`\{%-?\s*(?<name>[\w.-]+)(?<source>${TAG_SOURCE})-?%\}`,
    isTag: true,
    made({ name = '', source = '' }, context) {
      const made = ofTag(name, source.trim(), context);
      if (made === null && !isEnd(name)) context.found.add('markup', `{% ${name} %}`);
      return made;
    },
  },
  {
    pattern: String.raw`\{\{-?(?<source>[^{}\n]{1,500})\}\}`,
    isTag: true,
    made({ source = '' }, context) {
      const [, name, inner] = /^\s*(\w+)\(([^)]*)\)\s*$/.exec(source) ?? [];
      const made = name === undefined ? null : ofShortcode(name, inner ?? '', context);
      if (made === null) context.found.add('markup', `{{ ${source.trim()} }}`);
      return made;
    },
  },
  dropped(
    'comments',
    String.raw`%%(?<=(?:^|\s)%%)(?!%)[\s\S]{1,5000}?%%(?=\s|$)|\{::comment\}[\s\S]{0,5000}?\{:/(?:comment)?\}`,
  ),
  dropped('contents', String.raw`^(?:[-*+]|\d\.)[ \t][^\n]*\n\{:[^}\n]*\btoc\b[^}\n]*\}[ \t\r]*$|^\[TOC\][ \t\r]*$`),
  dropped('attributes', String.raw`^[ \t]*(?:${ATTRIBUTES})[ \t]*(?:\r?\n|$)`),
  dropped(
    'attributes',
    String.raw`${ATTRIBUTES}|(?<=^#{1,6} [^\n]{0,300}[ \t])\{[#.][^}\n]{0,500}\}|(?<=\]\([^()\n]{0,500}\))\{[^{}\n%<][^}\n]{0,500}\}`,
  ),
  {
    pattern: String.raw`^(?:>[ \t]*\[![\w-]+\]|:{3,}[ \t]*[\w-]+|!!![ \t]*[\w-]+)`,
    made(_, { found }, { all }) {
      found.add('markup', all);
      return null;
    },
  },
];
