import {
  type Change,
  type Child,
  type Context,
  type Element,
  element,
  find,
  hasClass,
  isElement,
  NOTHING,
  property,
  type Rule,
  text,
  textOf,
  within,
} from './tree.ts';

const lastPart = (address: string) =>
  address
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
    .at(-1) ?? address;

/** The address that scripts put in place of a placeholder. */
function sourceOf(node: Element): string {
  const found = ['src', 'dataSrc', 'dataLazySrc', 'dataOriginal'].map((name) => property(node, name));
  return found.find((address) => address && !/^(?:data|about|javascript):/i.test(address)) ?? '';
}

const link = (address: string, name: string) => element('a', { href: address }, text(name));
export const paragraph = (...children: Element['children']) => element('p', {}, ...children);

function linkOf(change: Change, address: string, name: string, { changes }: Context): readonly Child[] {
  changes.add(address ? change : 'object');
  return address ? [paragraph(link(address, name))] : NOTHING;
}

export function mediaLink(node: Element, context: Context): readonly Child[] {
  const inner = find(node, ({ tagName, properties }) => tagName === 'source' && Boolean(properties.src));
  const address = sourceOf(node) || (inner ? property(inner, 'src') : '');
  const name = property(node, 'title') || property(node, 'ariaLabel') || lastPart(address);
  return linkOf('media', address, name, context);
}

/** The page of a video in place of its player. */
const watchAddress = (address: string) =>
  address
    .replace(
      /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})(?:\?[^#]*)?$/,
      'https://www.youtube.com/watch?v=$1',
    )
    .replace(/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+).*$/, 'https://vimeo.com/$1');

export function frameLink(node: Element, context: Context): readonly Child[] {
  const address = watchAddress(sourceOf(node));
  return linkOf('frame', address, property(node, 'title') || address, context);
}

export function objectLink(node: Element, context: Context): readonly Child[] {
  const address = property(node, 'data') || property(node, 'src');
  const name = property(node, 'ariaLabel') || property(node, 'title') || lastPart(address);
  return linkOf('embedded', address, name, context);
}

/** Files of another computer, and pictures in the text itself; what is short stands in for a picture of a script. */
const UNREAD = /^(?:file:|blob:|cid:|data:image\/.{200})/i;

export function picture(node: Element, { changes, pictures }: Context): readonly Child[] | undefined {
  const [first = ''] = property(node, 'srcSet').split(/\s/);
  const address = sourceOf(node) || first;
  if (UNREAD.test(address || property(node, 'src'))) {
    changes.add('unread');
    return [text(`[${['Bild', property(node, 'alt')].filter(Boolean).join(': ')}]`)];
  }
  if (!address) {
    if (!hasClass(node, 'kg-audio-thumbnail')) changes.add('picture');
    return NOTHING;
  }
  pictures.add(address);
  node.properties = { src: address, alt: node.properties.alt, title: node.properties.title };
  return undefined;
}

const findByClass = (node: Element, ...names: string[]) =>
  find(node, (inner) => names.some((name) => hasClass(inner, name)));

function captionOf(node: Element): readonly Child[] {
  const caption = find(node, ({ tagName }) => tagName === 'figcaption');
  return caption ? [caption] : NOTHING;
}

function audioCard(node: Element, { changes }: Context): readonly Child[] | undefined {
  const audio = find(node, ({ tagName }) => tagName === 'audio');
  if (!audio) return undefined;
  changes.add('media');
  const title = findByClass(node, 'kg-audio-title');
  const address = property(audio, 'src');
  return [paragraph(link(address, (title && textOf(title).trim()) || lastPart(address))), ...captionOf(node)];
}

function videoCard(node: Element): readonly Child[] | undefined {
  const video = find(node, ({ tagName }) => tagName === 'video');
  return video && [video, ...captionOf(node)];
}

/** A card whose parts are all one link: its title is the link, the rest is text. */
function linkCard(node: Element, { changes }: Context): readonly Child[] | undefined {
  const outer = find(node, ({ tagName, properties }) => tagName === 'a' && Boolean(properties.href));
  const title = findByClass(node, 'kg-bookmark-title', 'kg-file-card-title');
  if (!outer || !title) return undefined;
  const rest = 'description caption author publisher filename filesize'
    .split(' ')
    .flatMap((part) => findByClass(node, `kg-bookmark-${part}`, `kg-file-card-${part}`) ?? [])
    .map((part) => textOf(part).trim())
    .filter(Boolean);
  const thumbnail = findByClass(node, 'kg-bookmark-thumbnail');
  if (findByClass(node, 'kg-bookmark-icon')) changes.add('icon');
  return [
    paragraph(link(property(outer, 'href'), textOf(title).trim())),
    ...(rest.length > 0 ? [paragraph(text(rest.join(' · ')))] : []),
    ...(thumbnail?.children ?? []),
    ...captionOf(node),
  ];
}

/** A file with its name, a button to the same address, and a preview of it. */
function fileBlock(node: Element, { changes }: Context): readonly Child[] | undefined {
  const links = node.children.filter((child): child is Element => isElement(child) && child.tagName === 'a');
  const nameLink = links.find((inner) => !hasClass(inner, 'wp-block-file__button'));
  if (nameLink && links.length > 1) changes.add('control');
  return nameLink && [paragraph(nameLink)];
}

/** The address that WordPress replaces by what it leads to. */
function embedBlock(node: Element): readonly Child[] | undefined {
  const address = textOf(node).trim();
  return /^https?:\/\/\S+$/.test(address) && !find(node, () => true) ? [paragraph(link(address, address))] : undefined;
}

function toggleCard(node: Element, { changes }: Context): readonly Child[] {
  changes.add('fold');
  const heading = findByClass(node, 'kg-toggle-heading-text');
  return [...(heading ? [heading] : []), ...(findByClass(node, 'kg-toggle-content')?.children ?? NOTHING)];
}

function rating(node: Element): readonly Child[] {
  const stars = [...within(node)].filter((inner) => hasClass(inner, 'kg-product-card-rating-star'));
  const active = stars.filter((star) => hasClass(star, 'kg-product-card-rating-active')).length;
  return [paragraph(text('★'.repeat(active) + '☆'.repeat(stars.length - active)))];
}

const CARDS: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    'kg-audio-card': audioCard,
    'kg-video-card': videoCard,
    'kg-bookmark-card': linkCard,
    'kg-file-card': linkCard,
    'kg-toggle-card': toggleCard,
    'kg-product-card-rating': rating,
    'wp-block-file': fileBlock,
    'wp-block-embed__wrapper': embedBlock,
  }),
);

/** Covers had their picture as a background. */
const BACKGROUND = /background(?:-image)?:[^;]*url\(\s*["']?([^"')]+)/i;

export function box(node: Element, context: Context): readonly Child[] | undefined {
  const { className, style } = node.properties;
  const background = style ? BACKGROUND.exec(String(style))?.[1] : undefined;
  const isShown = find(node, (inner) => inner.tagName === 'img' && property(inner, 'src') === background);
  if (background && !isShown) node.children.unshift(element('img', { src: background }));
  if (!Array.isArray(className)) return undefined;
  if (hasClass(node, 'kg-callout-card')) node.tagName = 'blockquote';
  for (const name of className) {
    const found = CARDS.get(name)?.(node, context);
    if (found) return found;
  }
  return undefined;
}

const isShort = (part: string) => /^[\p{L}\p{N}.,]*$/u.test(part);
const inParentheses = (part: string) => (isShort(part) ? part : `(${part})`);

const FORMS: ReadonlyMap<string, (...parts: string[]) => string> = new Map(
  Object.entries<(...parts: string[]) => string>({
    mfrac: (above = '', below = '') => `${inParentheses(above)}/${inParentheses(below)}`,
    msup: (base = '', power = '') => `${inParentheses(base)}^${inParentheses(power)}`,
    msub: (base = '', index = '') => `${base}_${inParentheses(index)}`,
    msubsup: (base = '', index = '', power = '') => `${base}_${inParentheses(index)}^${inParentheses(power)}`,
    munder: (base = '', below = '') => `${base}_${inParentheses(below)}`,
    mover: (base = '', above = '') => `${base}^${inParentheses(above)}`,
    munderover: (base = '', below = '', above = '') => `${base}_${inParentheses(below)}^${inParentheses(above)}`,
    msqrt: (...parts) => `√(${parts.join('')})`,
    mroot: (base = '', degree = '') => `${degree}√(${base})`,
    mtr: (...cells) => `${cells.join(', ')}; `,
  }),
);

function lineOf(node: Element): string {
  if (node.tagName === 'annotation' || node.tagName === 'annotation-xml') return '';
  const inner = node.children.filter(isElement);
  if (inner.length === 0) return textOf(node).trim();
  const parts = inner.map(lineOf);
  return FORMS.get(node.tagName)?.(...parts) ?? parts.join('');
}

const isTex = (node: Element) => /tex/i.test(String(node.properties.encoding ?? ''));

/** A formula in one line: TeX where the formula has it beside MathML. */
export function formulaText(math: Element): string {
  const [semantics = math] = math.children.filter(isElement);
  const tex = semantics.children.filter(isElement).find(isTex);
  const found = tex ? textOf(tex) : String(math.properties.alttext ?? '') || lineOf(math);
  return found.replace(/\s+/g, ' ').trim();
}

const RAISED = toMap('0123456789+-−=()in', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ');
const LOWERED = toMap('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

function toMap(from: string, to: string): ReadonlyMap<string, string> {
  const signs = [...to];
  return new Map([...from].map((sign, index) => [sign, signs[index] ?? sign]));
}

/** `x²`, `H₂O`; undefined where Unicode has no such characters. */
export function shiftText(value: string, tagName: string): string | undefined {
  const signs = tagName === 'sup' ? RAISED : LOWERED;
  const found = [...value.trim()].map((sign) => signs.get(sign));
  return found.includes(undefined) ? undefined : found.join('');
}
