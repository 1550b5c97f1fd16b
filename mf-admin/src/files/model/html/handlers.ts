import { defaultHandlers, type Options } from 'hast-util-to-mdast';
import type { PhrasingContent, RootContent } from 'mdast';
import type { Changes } from './changes.ts';
import { isElement } from './tree.ts';

type Handlers = NonNullable<Options['handlers']>;
type Handle = NonNullable<Handlers[string]>;

const FLOW: ReadonlySet<RootContent['type']> = new Set([
  ...(['paragraph', 'heading', 'list', 'listItem', 'blockquote', 'code', 'table', 'thematicBreak'] as const),
  'footnoteDefinition',
]);

export const isFlow = ({ type }: RootContent): boolean => FLOW.has(type);

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
    ...{ table, td: cell, th: cell, p: paragraph, summary: paragraph, h1: heading, h2: heading, h3: heading },
    ...{ h4: heading, h5: heading, h6: heading, strong, b: strong, em: emphasis, i: emphasis, u: emphasis },
    ...{ mark: emphasis, var: emphasis, del: deleted, s: deleted, strike: deleted },
    ...{ 'footnote-mark': footnoteMark, 'footnote-note': footnoteNote },
  };
}
