import { bold, list, withLists } from './office.ts';
import { box, formulaText, frameLink, mediaLink, objectLink, paragraph, picture, shiftText } from './replacements.ts';
import {
  type Change,
  type Child,
  type Context,
  type Element,
  element,
  find,
  hasClass,
  isElement,
  NOTHING,
  property,
  type Rule,
  text,
  textOf,
  within,
} from './tree.ts';

const leaveOut =
  (change: Change): Rule =>
  (_, { changes }) => {
    changes.add(change);
    return NOTHING;
  };

const EXECUTABLE = /^(?:javascript|data|vbscript):/i;
const shows = (node: Child) =>
  textOf(node).trim() !== '' || (isElement(node) && Boolean(find(element('p', {}, node), isShown)));
const isShown = ({ tagName }: Element) =>
  ['img', 'iframe', 'audio', 'video', 'math', 'object', 'embed'].includes(tagName);

/** A link without an address is a place that others lead to. */
function anchor(node: Element, context: Context): readonly Child[] | undefined {
  const address = property(node, 'href');
  if (hasClass(node, 'msocomanchor')) return leaveOut('comment')(node, context);
  const name = property(node, 'ariaLabel') || property(node, 'title');
  if (!node.children.some(shows)) {
    if (!address || !name) return NOTHING;
    node.children = [text(name)];
  }
  if (address && !EXECUTABLE.test(address)) return undefined;
  if (address) context.changes.add('address');
  return node.children;
}

const STYLES: readonly (readonly [tagName: string, style: RegExp])[] = [
  ['strong', /(?:^|;)\s*font-weight:\s*(?:bold|[6-9]00)/i],
  ['em', /(?:^|;)\s*font-style:\s*italic/i],
  ['del', /(?:^|;)\s*text-decoration[^;]*line-through/i],
];

/** Editors such as that of Google Docs write emphasis as a style. */
function span(node: Element): undefined {
  const { style } = node.properties;
  if (!style) return;
  for (const [tagName, pattern] of STYLES) {
    if (pattern.test(String(style))) node.children = [element(tagName, {}, ...node.children)];
  }
}

function formula(node: Element, { changes }: Context): readonly Child[] {
  const found = formulaText(node);
  if (!found) return NOTHING;
  changes.add('formula');
  const code = element('code', {}, text(found));
  return [property(node, 'display') === 'block' ? paragraph(code) : code];
}

function shift(node: Element, { changes }: Context): readonly Child[] | undefined {
  if (find(node, ({ tagName }) => tagName === 'footnote-mark' || tagName === 'a')) return node.children;
  const value = textOf(node);
  const found = shiftText(value, node.tagName);
  if (value.trim() === '' || found === undefined) {
    if (value.trim() !== '') changes.add('raised');
    return node.children;
  }
  return [text(found)];
}

/** Lines of a poem. */
const withBreaks = (nodes: Element['children']): Element['children'] =>
  nodes.flatMap((node) => {
    if (node.type !== 'text') return [isElement(node) ? { ...node, children: withBreaks(node.children) } : node];
    return node.value
      .split('\n')
      .flatMap((line, index) => (index === 0 ? [text(line)] : [element('br', {}), text(line)]));
  });

const LANGUAGE = /\b(?:language-|lang-|lang:|brush:\s*)([\w+#-]+)/i;

/** The language, which highlighters find at different places. */
function languageOf(node: Element): string | undefined {
  const code = node.children.find((child): child is Element => isElement(child) && child.tagName === 'code');
  for (const place of code ? [code, node] : [node]) {
    const { className, dataEnlighterLanguage, dataLanguage } = place.properties;
    const ofClass = LANGUAGE.exec(Array.isArray(className) ? className.join(' ') : '')?.[1];
    const found =
      ofClass ?? dataEnlighterLanguage ?? dataLanguage ?? (place === code ? place.properties.lang : undefined);
    if (found) return String(found);
  }
  return undefined;
}

function codeBlock(node: Element, { changes }: Context): readonly Child[] | undefined {
  if (hasClass(node, 'wp-block-verse')) return [paragraph(...withBreaks(node.children))];
  for (const { tagName, properties } of within(node)) {
    if ((tagName === 'a' && properties.href) || tagName === 'img') changes.add('codeLink');
  }
  const language = languageOf(node);
  if (language) node.children = [element('code', { className: [`language-${language}`] }, ...node.children)];
  return undefined;
}

function fold(node: Element, { changes }: Context): undefined {
  changes.add('fold');
  const summary = node.children.find((child): child is Element => isElement(child) && child.tagName === 'summary');
  if (summary) summary.children = [element('strong', {}, ...summary.children)];
}

const abbreviation: Rule = (node, { changes }) => {
  if (property(node, 'title')) changes.add('abbreviation');
  return undefined;
};

/** More columns than a table can show, such as those of a hostile file. */
const MOST_SPAN = 50;

function cell(node: Element, { changes }: Context): undefined {
  const { colSpan = 1, rowSpan = 1 } = node.properties;
  if (Number(colSpan) > 1 || Number(rowSpan) > 1) changes.add('merged');
  if (Number(colSpan) > MOST_SPAN) node.properties.colSpan = MOST_SPAN;
  if (Number(rowSpan) > MOST_SPAN) node.properties.rowSpan = MOST_SPAN;
}

/** A field that is the mark of a task is none of a form. */
const field: Rule = (node, context) =>
  property(node, 'type') === 'checkbox'
    ? undefined
    : property(node, 'type') === 'hidden'
      ? NOTHING
      : leaveOut('control')(node, context);

/** Often the same picture once more, for browsers without scripts. */
function noScript(node: Element, { pictures }: Context): readonly Child[] {
  const inner = find(node, ({ tagName }) => tagName === 'img');
  return inner && pictures.has(property(inner, 'src')) ? NOTHING : node.children;
}

const unwrap: Rule = ({ children }) => children;

const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...{
      script: leaveOut('script'),
      style: leaveOut('style'),
      template: leaveOut('template'),
      area: leaveOut('imageMap'),
      svg: leaveOut('drawing'),
    },
    ...{
      button: leaveOut('control'),
      select: leaveOut('control'),
      textarea: leaveOut('control'),
      input: field,
      noscript: noScript,
    },
    ...{ iframe: frameLink, audio: mediaLink, video: mediaLink, object: objectLink, embed: objectLink, img: picture },
    ...{ a: anchor, math: formula, sup: shift, sub: shift, pre: codeBlock, details: fold, abbr: abbreviation },
    ...{ b: bold, strong: bold, ol: list, ul: list, 'o:p': unwrap },
    ...{ td: cell, th: cell, span, font: span, div: box, figure: box, section: box, label: unwrap },
  } satisfies Readonly<Record<string, Rule>>),
);

const BLOCK = /^(?:p|h[1-6]|[uo]l|li|div|figure|blockquote|pre|table|t[rdh]|t(?:head|body|foot)|hr|section)$/;
const isBlock = (node: Child | undefined) => node?.type === 'element' && BLOCK.test(node.tagName);

/**
 * Leaves what posts do not show and makes links of what they cannot play. Positions, and blanks between blocks, only cost
 * time later.
 */
export function prepare(nodes: readonly Child[], context: Context): Child[] {
  const found: Child[] = [];
  for (const node of withLists(nodes)) {
    if (node.type === 'element') prepareElement(node, context, found);
    else if (node.type === 'text' && (!isBlock(found.at(-1)) || node.value.trim() !== '')) {
      found.push({ type: 'text', value: node.value });
    }
  }
  return found;
}

function prepareElement(node: Element, context: Context, found: Child[]): void {
  const replacement = RULES.get(node.tagName)?.(node, context);
  if (replacement) {
    found.push(...prepare(replacement, context));
    return;
  }
  const { tagName, properties } = node;
  for (const name of ['href', 'src']) {
    const address = properties[name];
    if (typeof address === 'string') properties[name] = context.rewrite(address.trim()) ?? address.trim();
  }
  found.push({
    type: 'element',
    tagName,
    properties,
    children: prepare(node.children, context) as Element['children'],
  });
}
