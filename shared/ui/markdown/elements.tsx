import type { ComponentProps } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { CodeBlock } from './code-block.tsx';

type Props<Tag extends 'a' | 'img' | 'table' | 'th' | 'td' | 'input'> = ComponentProps<Tag> & ExtraProps;

const OUTSIDE = /^(?:[a-z][a-z\d+.-]*:)?\/\//i;

/** An address that may not be linked arrives empty: its text stays. */
function Anchor({ node: _, href, children, ...rest }: Props<'a'>) {
  if (!href) return <span>{children}</span>;
  return (
    <a {...rest} href={href} rel={OUTSIDE.test(href) ? 'noopener noreferrer' : undefined}>
      {children}
    </a>
  );
}

function Picture({ src, alt = '', title }: Props<'img'>) {
  if (!src) return <span>{alt}</span>;
  return <img src={src} alt={alt} title={title} loading="lazy" decoding="async" referrerPolicy="no-referrer" />;
}

function ScrollingTable({ children }: Props<'table'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable
    <div data-scroll="" role="group" aria-label="Tabelle" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

/** The alignment as an attribute: a `style` attribute in server HTML would break the content security policy. */
const alignment = (style: Props<'td'>['style']) => style?.textAlign;

function HeaderCell({ children, style }: Props<'th'>) {
  // The corner above the names of rows heads nothing.
  if (!children) return <td />;
  return (
    <th scope="col" data-align={alignment(style)}>
      {children}
    </th>
  );
}

const Cell = ({ children, style }: Props<'td'>) => <td data-align={alignment(style)}>{children}</td>;

function TaskMark({ checked }: Props<'input'>) {
  return <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? 'Erledigt' : 'Offen'} />;
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
