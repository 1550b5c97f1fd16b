import type { fromHtml } from 'hast-util-from-html';

export type Root = ReturnType<typeof fromHtml>;
export type Child = Root['children'][number];
export type Element = Extract<Child, { type: 'element' }>;
export type Inner = Element['children'][number];

export const isElement = (node: Child | Inner): node is Element => node.type === 'element';

export const element = (tagName: string, properties: Element['properties'], ...children: Inner[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

export const text = (value: string): Inner => ({ type: 'text', value });

export function textOf(node: Child | Inner): string {
  if (node.type === 'text') return node.value;
  return isElement(node) ? node.children.map(textOf).join('') : '';
}

/** A property as text, such as an address without the blanks around it. */
export const property = ({ properties }: Element, name: string): string => String(properties[name] ?? '').trim();

export const hasClass = ({ properties: { className } }: Element, name: string): boolean =>
  Array.isArray(className) && className.includes(name);

export function* within(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* within(child);
  }
}

export function find(node: Root | Element, holds: (inner: Element) => boolean): Element | undefined {
  for (const inner of within(node)) if (holds(inner)) return inner;
  return undefined;
}
