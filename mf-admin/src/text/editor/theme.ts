import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { codeColor } from '@ki/shared/ui/code-color.ts';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { tags } from '@lezer/highlight';
import { StyleModule } from 'style-mod';

const highlighting = HighlightStyle.define([
  { tag: tags.heading, color: codeColor.codeTitle, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: color.link },
  { tag: tags.monospace, color: codeColor.codeString },
  { tag: tags.quote, color: color.muted },
  { tag: tags.list, color: color.text },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: codeColor.codeKeyword },
  { tag: [tags.meta, tags.comment], color: color.muted },
]);

const look = EditorView.theme({
  '&': {
    blockSize: '100%',
    border: `1px solid ${color.edge}`,
    borderRadius: radius.small,
    background: color.surface,
    color: color.text,
    fontSize: `max(1rem, ${size.small})`,
  },
  '&:hover': { borderColor: color.brand },
  '&.cm-focused': { outline: `0.1875rem solid ${color.focus}`, borderColor: color.focus },
  '&:has([aria-invalid="true"])': { borderColor: color.danger, boxShadow: `inset 0 0 0 1px ${color.danger}` },
  '.cm-scroller': { fontFamily: font.code, lineHeight: '1.45' },
  '.cm-content': { padding: `${space[2]} 0`, caretColor: color.text, textWrap: 'wrap' },
  '.cm-line': { padding: `0 ${space[3]}` },
  '.cm-searchMatch': { background: color.accentSoft, color: color.onAccentSoft },
  '.cm-searchMatch *': { color: color.onAccentSoft },
  '.cm-searchMatch-selected': { background: color.brandSoft, outline: `2px solid ${color.focus}` },
  '.cm-searchMatch-selected, .cm-searchMatch-selected *': { color: color.onBrandSoft },
});

const panels = EditorView.theme({
  '.cm-panels': { background: color.sunken, color: color.text, fontFamily: font.text },
  '.cm-panels-top': { borderBlockEnd: `1px solid ${color.line}` },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space[2],
    padding: `${space[2]} ${space[7]} ${space[2]} ${space[3]}`,
    fontSize: size.small,
  },
  '.cm-panel.cm-search br': { flexBasis: '100%' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: space[1],
    minBlockSize: '1.75rem',
    margin: '0',
    fontSize: size.small,
  },
  '.cm-panel.cm-search input, .cm-panel.cm-search button': { margin: '0' },
  '.cm-panel.cm-search input[type=checkbox]': {
    inlineSize: '1.125rem',
    blockSize: '1.125rem',
    accentColor: color.brand,
  },
  '.cm-textfield': {
    inlineSize: '12rem',
    minBlockSize: '2.25rem',
    padding: `0 ${space[2]}`,
    border: `1px solid ${color.edge}`,
    borderRadius: radius.small,
    background: color.surface,
    fontSize: '1rem',
  },
  '.cm-button': {
    minBlockSize: '2.25rem',
    padding: `0 ${space[3]}`,
    border: `1px solid ${color.edge}`,
    borderRadius: radius.round,
    background: color.surface,
    backgroundImage: 'none',
    color: color.link,
    fontSize: size.small,
    fontWeight: '600',
    '&:active': { backgroundImage: 'none' },
  },
  '.cm-panel.cm-search [name=close]': {
    insetBlockStart: space[2],
    insetInlineEnd: space[2],
    inlineSize: '2.25rem',
    blockSize: '2.25rem',
    border: '0',
    background: 'none',
    color: color.text,
    fontSize: '1.25rem',
  },
});

export const theme = [look, panels, syntaxHighlighting(highlighting)];

/**
 * CodeMirror's style-mod gives a document a style element, which the content security policy refuses, and a shadow root
 * an adopted style sheet. It marks the root with its sheet: the document gets the mark of a shadow root.
 */
export function allowStyles(): void {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const before = new Set(Reflect.ownKeys(root));
  StyleModule.mount(root, []);
  for (const mark of Reflect.ownKeys(root)) {
    if (!before.has(mark)) Reflect.set(document, mark, Reflect.get(root, mark));
  }
}
