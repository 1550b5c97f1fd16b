import { createContext, type ReactNode } from 'react';
import { type HastElement, type HastParent, isElement } from './hast.ts';

/** What stands before the first section. A context, so that new content there does not parse the text again. */
export const SlotContent = createContext<ReactNode>(null);

const slot = (): HastElement => ({ type: 'element', tagName: 'div', properties: { dataSlot: true }, children: [] });

/** No Markdown becomes a `div`, so the mark can only be ours. */
export const isSlot = (node: HastElement | undefined) => node?.properties.dataSlot === true;

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
