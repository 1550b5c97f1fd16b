import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { type HastElement, type HastParent, isElement } from './hast.ts';

const slot = (): HastElement => ({ type: 'element', tagName: 'div', properties: { dataSlot: true }, children: [] });

function slotPosition(tree: HastParent): number {
  const section = tree.children.findIndex((child) => isElement(child) && child.tagName === 'h2');
  if (section >= 0) return section;
  const footnotes = tree.children.findIndex((child) => isElement(child) && child.properties.dataFootnotes === true);
  return footnotes >= 0 ? footnotes : tree.children.length;
}

/** Marks the place before the first second-level heading as written; without one, the end of the text. */
export function rehypeSlot() {
  return (tree: HastParent) => {
    tree.children.splice(slotPosition(tree), 0, slot());
  };
}

/** No Markdown becomes a `div`, so the mark can only be ours. */
const isSlot = (node: ReactNode) =>
  isValidElement<Record<string, unknown>>(node) && node.type === 'div' && node.props['data-slot'] === true;

/** A text's elements before and after the mark, where there are any. */
export function splitAtSlot({ props }: ReactElement): readonly ReactNode[][] {
  const nodes = Children.toArray((props as { readonly children?: ReactNode }).children);
  const position = nodes.findIndex(isSlot);
  return [nodes.slice(0, position), nodes.slice(position + 1)];
}
