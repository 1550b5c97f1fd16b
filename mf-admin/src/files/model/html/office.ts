import { type Child, type Element, element, find, isElement, property, type Rule, textOf } from './tree.ts';

const LEVEL = /(?:^|;)\s*mso-list:[^;]*\blevel(\d)/i;
const NORMAL = /(?:^|;)\s*font-weight:\s*(?:normal|[1-4]00)/i;

/** Google Docs puts a text into an element of bold type that is not bold. */
export const bold: Rule = (node) => (NORMAL.test(property(node, 'style')) ? node.children : undefined);

/** Google Docs and LibreOffice write a list in a list beside its item. */
export function list(node: Element): undefined {
  const items: Element['children'] = [];
  for (const child of node.children) {
    const item = items.findLast(isElement);
    if (isElement(child) && /^[ou]l$/.test(child.tagName) && item) item.children.push(child);
    else items.push(child);
  }
  node.children = items;
}

/** The list of an item of Word, without the marker that the item has in its words. */
function listOf(item: Element): Element {
  const marker = find(item, (inner) => /mso-list:\s*ignore/i.test(property(inner, 'style')));
  const counted = /^\(?(?:(\d+)|\p{L}+)[.)]/u.exec(marker ? textOf(marker).trim() : '');
  if (marker) marker.children = [];
  return counted ? element('ol', { start: Number(counted[1] ?? 1) }) : element('ul', {});
}

/** Lists of Word, whose items are paragraphs with a level. */
export function withLists(nodes: readonly Child[]): readonly Child[] {
  const found: Child[] = [];
  let open: { readonly level: number; readonly items: Element }[] = [];
  for (const node of nodes) {
    const level = isElement(node) && node.tagName === 'p' ? Number(LEVEL.exec(property(node, 'style'))?.[1] ?? 0) : 0;
    if (!isElement(node) || level === 0) {
      if (isElement(node)) open = [];
      found.push(node);
      continue;
    }
    const items = listOf(node);
    open = open.filter((one) => one.level < level || (one.level === level && one.items.tagName === items.tagName));
    if (open.at(-1)?.level !== level) {
      const item = open.at(-1)?.items.children.at(-1);
      (item && isElement(item) ? item.children : found).push(items);
      open.push({ level, items });
    }
    open.at(-1)?.items.children.push(element('li', {}, ...node.children));
  }
  return found;
}
