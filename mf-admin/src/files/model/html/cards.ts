import type { Context, Rule } from './context.ts';
import { lastPart, link, paragraph } from './media.ts';
import {
  type Child,
  type Element,
  element,
  find,
  hasClass,
  isElement,
  property,
  text,
  textOf,
  within,
} from './tree.ts';

const NOTHING: readonly Child[] = [];

const findByClass = (node: Element, ...names: string[]) =>
  find(node, (inner) => names.some((name) => hasClass(inner, name)));

function audioCard(node: Element, { changes }: Context): readonly Child[] | undefined {
  const audio = find(node, ({ tagName }) => tagName === 'audio');
  if (!audio) return undefined;
  changes.add('media');
  const title = findByClass(node, 'kg-audio-title');
  const caption = find(node, ({ tagName }) => tagName === 'figcaption');
  const address = property(audio, 'src');
  return [
    paragraph(link(address, (title && textOf(title).trim()) || lastPart(address))),
    ...(caption ? [caption] : []),
  ];
}

function videoCard(node: Element): readonly Child[] | undefined {
  const video = find(node, ({ tagName }) => tagName === 'video');
  const caption = find(node, ({ tagName }) => tagName === 'figcaption');
  return video && [video, ...(caption ? [caption] : [])];
}

/** A card whose parts are all one link: its title is the link, the rest is text. */
function linkCard(node: Element, { changes }: Context): readonly Child[] | undefined {
  const outer = find(node, ({ tagName, properties }) => tagName === 'a' && Boolean(properties.href));
  const title = findByClass(node, 'kg-bookmark-title', 'kg-file-card-title');
  if (!outer || !title) return undefined;
  const rest = [...'description caption author publisher filename filesize'.split(' ')].flatMap(
    (part) => findByClass(node, `kg-bookmark-${part}`, `kg-file-card-${part}`) ?? [],
  );
  const caption = find(node, ({ tagName }) => tagName === 'figcaption');
  const thumbnail = findByClass(node, 'kg-bookmark-thumbnail');
  if (findByClass(node, 'kg-bookmark-icon')) changes.add('icon');
  return [
    paragraph(link(property(outer, 'href'), textOf(title).trim())),
    ...(rest.length > 0
      ? [
          paragraph(
            text(
              rest
                .map((part) => textOf(part).trim())
                .filter(Boolean)
                .join(' · '),
            ),
          ),
        ]
      : []),
    ...(thumbnail?.children ?? []),
    ...(caption ? [caption] : []),
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
