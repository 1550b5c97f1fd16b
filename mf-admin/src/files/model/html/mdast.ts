import { defaultHandlers, type Options } from 'hast-util-to-mdast';
import type { Parents, PhrasingContent, RootContent } from 'mdast';
import { type Changes, isElement } from './tree.ts';

type Handlers = NonNullable<Options['handlers']>;
type Handle = NonNullable<Handlers[string]>;

const FLOW: ReadonlySet<RootContent['type']> = new Set([
  ...(['paragraph', 'heading', 'list', 'listItem', 'blockquote', 'code', 'table', 'thematicBreak'] as const),
  'footnoteDefinition',
]);

const isFlow = ({ type }: RootContent): boolean => FLOW.has(type);

const blank = (): PhrasingContent => ({ type: 'text', value: ' ' });

/** The words of blocks in one line, for places that take no blocks. */
function inLine(nodes: readonly RootContent[]): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (node.type === 'break') return [blank()];
    if (!isFlow(node)) {
      if ('children' in node) node.children = inLine(node.children) as typeof node.children;
      return [node as PhrasingContent];
    }
    if (node.type === 'code')
      return [blank(), { type: 'inlineCode', value: node.value.replaceAll(/\s*\n\s*/g, ' ') }, blank()];
    if (node.type === 'list') {
      return node.children.flatMap((item, index) => [
        { type: 'text', value: node.ordered ? ` ${(node.start ?? 1) + index}. ` : ' • ' },
        ...inLine(item.children),
      ]);
    }
    return 'children' in node ? [blank(), ...inLine(node.children), blank()] : [];
  });
}

function joinTexts(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const found: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = found.at(-1);
    if (node.type !== 'text' || last?.type !== 'text') found.push(node);
    else last.value += node.value;
  }
  for (const node of found) if (node.type === 'text') node.value = node.value.replaceAll(/[ \t\n]+/g, ' ');
  return found;
}

const LINES: ReadonlySet<RootContent['type']> = new Set(['break', 'list', 'code', 'blockquote']);

const hasLines = (nodes: readonly RootContent[]): boolean =>
  nodes.filter(isFlow).length > 1 ||
  nodes.some((node) => LINES.has(node.type) || ('children' in node && hasLines(node.children as RootContent[])));

/** Blocks within a mark, which Markdown has within blocks only. */
function distributeMark(nodes: readonly RootContent[], mark: 'strong' | 'emphasis' | 'delete'): RootContent[] {
  const found: RootContent[] = [];
  let line: PhrasingContent[] = [];
  const end = () => {
    if (line.length > 0) found.push({ type: mark, children: line });
    line = [];
  };
  for (const node of nodes) {
    if (!isFlow(node)) {
      line.push(node as PhrasingContent);
      continue;
    }
    end();
    if ('children' in node && node.type !== 'heading' && node.type !== 'table') {
      node.children = distributeMark(node.children as RootContent[], mark) as typeof node.children;
    }
    found.push(node);
  }
  end();
  return found;
}

const handleMark =
  (mark: 'strong' | 'emphasis' | 'delete'): Handle =>
  (state, node) =>
    distributeMark(state.all(node), mark);

const paragraph: Handle = (state, node) => {
  const children = state.all(node);
  return children.some(isFlow)
    ? state.toFlow(children)
    : { type: 'paragraph', children: children as PhrasingContent[] };
};

const heading: Handle = (state, node) => ({
  type: 'heading',
  depth: Number(node.tagName[1]) as 1 | 2 | 3 | 4 | 5 | 6,
  children: joinTexts(inLine(state.all(node))),
});

/** Office programs make a paragraph of each item: only one with several has space around them. */
const item: Handle = (state, node) => {
  const made = defaultHandlers.li(state, node);
  made.spread = made.children.filter(({ type }) => type !== 'list').length > 1;
  return made;
};

const footnoteMark: Handle = (_, { properties }) => ({
  type: 'footnoteReference',
  identifier: String(properties.label),
  label: String(properties.label),
});

const footnoteNote: Handle = (state, node) => ({
  type: 'footnoteDefinition',
  identifier: String(node.properties.label),
  label: String(node.properties.label),
  children: state.toFlow(state.all(node)),
});

export function handlersFor(changes: Changes): Handlers {
  const cell: Handle = (state, node) => {
    const made = defaultHandlers.td(state, node);
    if (!made || Array.isArray(made) || made.type !== 'tableCell') return made;
    if (hasLines(made.children)) changes.add('cell');
    made.children = joinTexts(inLine(made.children));
    return made;
  };
  const table: Handle = (state, node) => {
    if (state.inTable) changes.add('innerTable');
    const caption = node.children.filter(isElement).find(({ tagName }) => tagName === 'caption');
    const title = caption && !state.inTable ? state.toFlow(state.all(caption)) : [];
    const made = defaultHandlers.table(state, node);
    return [...title, ...(Array.isArray(made) ? made : made ? [made] : [])];
  };
  const [strong, emphasis, deleted] = [handleMark('strong'), handleMark('emphasis'), handleMark('delete')];
  return {
    ...{ table, td: cell, th: cell, li: item, p: paragraph, summary: paragraph, h1: heading, h2: heading, h3: heading },
    ...{ h4: heading, h5: heading, h6: heading, strong, b: strong, em: emphasis, i: emphasis, u: emphasis },
    ...{ mark: emphasis, var: emphasis, del: deleted, s: deleted, strike: deleted },
    ...{ 'footnote-mark': footnoteMark, 'footnote-note': footnoteNote },
  };
}

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
