import type { ComponentProps } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { type HastElement, isElement } from './tree.ts';

type Props<Tag extends 'a' | 'img' | 'table' | 'th' | 'td' | 'input'> = ComponentProps<Tag> & ExtraProps;

const OUTSIDE = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;

/** The parser empties addresses that may not be linked. */
function Anchor({ node: _, href, children, ...rest }: Props<'a'>) {
  if (!href) return <span>{children}</span>;
  return (
    <a {...rest} href={href} rel={OUTSIDE.test(href) ? 'noopener noreferrer' : undefined}>
      {children}
    </a>
  );
}

function Picture({ src, alt = '', title, width, height, loading = 'lazy' }: Props<'img'>) {
  if (!src) return <span>{alt}</span>;
  return <img src={src} alt={alt} title={title} width={width} height={height} loading={loading} decoding="async" />;
}

const ScrollingTable = ({ children }: Props<'table'>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable
  <div data-scroll="" role="group" aria-label="Tabelle" tabIndex={0}>
    <table>{children}</table>
  </div>
);

/** An attribute, as the content security policy forbids `style` in server HTML. */
const alignment = (style: Props<'td'>['style']) => style?.textAlign;

function HeaderCell({ children, style }: Props<'th'>) {
  // The empty corner is no header.
  if (!children) return <td />;
  return (
    <th scope="col" data-align={alignment(style)}>
      {children}
    </th>
  );
}

const Cell = ({ children, style }: Props<'td'>) => <td data-align={alignment(style)}>{children}</td>;

const TaskMark = ({ checked }: Props<'input'>) => (
  <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? 'Erledigt' : 'Offen'} />
);

const NAMES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  csv: 'CSV',
  diff: 'Diff',
  excel: 'Excel',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  md: 'Markdown',
  php: 'PHP',
  plaintext: 'Text',
  powershell: 'PowerShell',
  prompt: 'Prompt',
  py: 'Python',
  python: 'Python',
  r: 'R',
  rust: 'Rust',
  sh: 'Shell',
  shell: 'Shell',
  sql: 'SQL',
  text: 'Text',
  ts: 'TypeScript',
  tsx: 'TSX',
  txt: 'Text',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
};

const languageName = (language: string): string => NAMES[language.toLowerCase()] ?? language;

const PREFIX = 'language-';

/** The parser has the fence's word as a class of the `code` element. */
function codeLanguage(code: HastElement | undefined): string | undefined {
  const classes = code?.properties.className;
  if (!Array.isArray(classes)) return undefined;
  const entry = classes.map(String).find((name) => name.startsWith(PREFIX));
  return entry?.slice(PREFIX.length);
}

/**
 * A block of code, focusable for scrolling by keyboard. Its button is hidden until a page shows it and handles clicks
 * on `button[data-copy]`, as the HTML may come without this component.
 */
function CodeBlock({ node, children }: ComponentProps<'pre'> & ExtraProps) {
  const language = codeLanguage(node?.children.find(isElement));
  const name = language && languageName(language);
  return (
    <figure data-code="">
      {name && <figcaption>{name}</figcaption>}
      <button type="button" data-copy="" aria-label="Code kopieren">
        Kopieren
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable */}
      <pre role="group" aria-label={name ? `Code, ${name}` : 'Code'} tabIndex={0}>
        {children}
      </pre>
    </figure>
  );
}

export const elements: Components = {
  a: Anchor,
  img: Picture,
  pre: CodeBlock,
  table: ScrollingTable,
  th: HeaderCell,
  td: Cell,
  input: TaskMark,
};
