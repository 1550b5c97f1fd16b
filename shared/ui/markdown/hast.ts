import type { ExtraProps } from 'react-markdown';

/** The parser's tree, by the types of the renderer that we depend on. */
export type HastElement = NonNullable<ExtraProps['node']>;
export type HastChild = HastElement['children'][number];

/** The document node, or any part of it that has children. */
export interface HastParent {
  children: HastChild[];
}

export const isElement = (node: { type: string }): node is HastElement => node.type === 'element';

export function textOf(node: HastChild): string {
  if (node.type === 'text') return node.value;
  return isElement(node) ? node.children.map(textOf).join('') : '';
}
