import type { Parents, PhrasingContent, RootContent } from 'mdast';

type Mark = Extract<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' | 'link' }>;

const MARKS: ReadonlySet<string> = new Set<Mark['type']>(['strong', 'emphasis', 'delete', 'link']);
const isMark = (node: RootContent): node is Mark => MARKS.has(node.type);
const isBlank = (node: RootContent) => node.type === 'text' && /^\s*$/.test(node.value);
const isEdge = (node: RootContent | undefined) => node?.type === 'break' || (node !== undefined && isBlank(node));

/** Blanks and breaks at the edge of a mark, where Markdown takes none, move out of it. */
function withoutEdges(mark: Mark): PhrasingContent[] {
  const { children } = mark;
  const before: PhrasingContent[] = [];
  const after: PhrasingContent[] = [];
  while (isEdge(children[0])) before.push(children.shift() as PhrasingContent);
  while (isEdge(children.at(-1))) after.unshift(children.pop() as PhrasingContent);
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type === 'text' && /^\s/.test(first.value)) {
    first.value = first.value.trimStart();
    before.push({ type: 'text', value: ' ' });
  }
  if (last?.type === 'text' && /\s$/.test(last.value)) {
    last.value = last.value.trimEnd();
    after.unshift({ type: 'text', value: ' ' });
  }
  return [...before, ...(children.length > 0 ? [mark] : []), ...after];
}

/** Neighbours of one kind are one: their marks would be those of neither. */
function mergeMarks(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const found: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (node.type === 'inlineCode' && last?.type === 'inlineCode') last.value += node.value;
    else if (isMark(node) && node.type !== 'link' && last?.type === node.type)
      last.children = mergeMarks([...last.children, ...node.children]);
    else found.push(node);
  }
  return found;
}

function tidyInline(nodes: readonly PhrasingContent[], outer: ReadonlySet<string>): PhrasingContent[] {
  const found = nodes.flatMap((node) => {
    if (!isMark(node)) return [node];
    const children = tidyInline(node.children, new Set([...outer, node.type]));
    if (outer.has(node.type)) return children;
    node.children = children as typeof node.children;
    return withoutEdges(node);
  });
  return mergeMarks(found);
}

/** Two breaks end a paragraph; one without words, such as a lone `&nbsp;`, is none. */
function paragraphsOf(children: readonly PhrasingContent[]): RootContent[] {
  const lines: PhrasingContent[][] = [[]];
  for (const node of children) {
    const line = lines.at(-1) ?? [];
    const [last, beforeLast] = [line.at(-1), line.at(-2)];
    const isSecond =
      node.type === 'break' && (last?.type === 'break' || (last && isBlank(last) && beforeLast?.type === 'break'));
    if (isSecond) lines.push([]);
    else line.push(node);
  }
  return lines.flatMap((line): RootContent[] => {
    while (isEdge(line[0])) line.shift();
    while (isEdge(line.at(-1))) line.pop();
    const [first, last] = [line[0], line.at(-1)];
    if (first?.type === 'text') first.value = first.value.replace(/^[ \t]+/, '');
    if (last?.type === 'text') last.value = last.value.replace(/[ \t]+$/, '');
    return line.length > 0 ? [{ type: 'paragraph', children: line }] : [];
  });
}

function tidyNode(node: RootContent): RootContent[] {
  if (node.type === 'paragraph')
    return paragraphsOf(hasMarks(node.children) ? tidyInline(node.children, new Set()) : node.children);
  if (node.type === 'heading' || node.type === 'tableCell') {
    const [line] = paragraphsOf(tidyInline(node.children, new Set()).filter(({ type }) => type !== 'break'));
    node.children = line?.type === 'paragraph' ? line.children : [];
    return node.type === 'heading' && !line ? [] : [node];
  }
  if (!('children' in node)) return [node];
  tidy(node);
  const isContainer = node.type === 'list' || node.type === 'listItem' || node.type === 'blockquote';
  return isContainer && node.children.length === 0 ? [] : [node];
}

const hasMarks = (nodes: readonly PhrasingContent[]) =>
  nodes.some((node) => isMark(node) || isEdge(node) || node.type === 'inlineCode');

/** Makes the tree one that Markdown can write. */
export function tidy(parent: Parents): void {
  parent.children = (parent.children as RootContent[]).flatMap(tidyNode) as typeof parent.children;
}
