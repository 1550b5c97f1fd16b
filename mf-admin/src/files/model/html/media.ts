import type { Context } from './context.ts';
import { type Child, type Element, element, find, hasClass, property, text } from './tree.ts';

const NOTHING: readonly Child[] = [];

export const lastPart = (address: string) =>
  address
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter(Boolean)
    .at(-1) ?? address;

/** The address that scripts put in place of a placeholder. */
function sourceOf(node: Element, ...names: string[]): string {
  const found = ['src', ...names, 'dataSrc', 'dataLazySrc', 'dataOriginal'].map((name) => property(node, name));
  return found.find((address) => address && !/^(?:data|about|javascript):/i.test(address)) ?? '';
}

export const link = (address: string, name: string) => element('a', { href: address }, text(name));
export const paragraph = (...children: Element['children']) => element('p', {}, ...children);

export function mediaLink(node: Element, { changes }: Context): readonly Child[] {
  const inner = find(node, ({ tagName, properties }) => tagName === 'source' && Boolean(properties.src));
  const address = sourceOf(node) || (inner ? property(inner, 'src') : '');
  if (!address) {
    changes.add('object');
    return NOTHING;
  }
  changes.add('media');
  const name = property(node, 'title') || property(node, 'ariaLabel') || lastPart(address);
  return [paragraph(link(address, name))];
}

/** The page of a video in place of its player. */
const watchAddress = (address: string) =>
  address
    .replace(
      /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})(?:\?[^#]*)?$/,
      'https://www.youtube.com/watch?v=$1',
    )
    .replace(/^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+).*$/, 'https://vimeo.com/$1');

export function frameLink(node: Element, { changes }: Context): readonly Child[] {
  const address = watchAddress(sourceOf(node));
  changes.add(address ? 'frame' : 'object');
  return address ? [paragraph(link(address, property(node, 'title') || address))] : NOTHING;
}

export function objectLink(node: Element, { changes }: Context): readonly Child[] {
  const address = property(node, 'data') || property(node, 'src');
  changes.add(address ? 'embedded' : 'object');
  const name = property(node, 'ariaLabel') || property(node, 'title') || lastPart(address);
  return address ? [paragraph(link(address, name))] : NOTHING;
}

export function picture(node: Element, { changes, pictures }: Context): readonly Child[] | undefined {
  const [first = ''] = property(node, 'srcSet').split(/\s/);
  const address = sourceOf(node) || first;
  if (!address) {
    if (!hasClass(node, 'kg-audio-thumbnail')) changes.add('picture');
    return NOTHING;
  }
  pictures.add(address);
  node.properties = { src: address, alt: node.properties.alt, title: node.properties.title };
  return undefined;
}
