// The portable build: remotes' server code gets nothing of Node.js.

import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.browser';
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';

function absolute(address: string, base: string): string {
  const allowed = defaultUrlTransform(address);
  return allowed && URL.canParse(allowed, base) ? new URL(allowed, base).href : '';
}

/** Lazy, because React would put a preload link before any other picture. */
function Picture({ src, alt = '' }: ComponentProps<'img'>) {
  return src ? <img src={src} alt={alt} loading="lazy" /> : <span>{alt}</span>;
}

/** An address that may not be linked arrives empty: its text stays. */
function Anchor({ href, children }: ComponentProps<'a'>) {
  return href ? <a href={href}>{children}</a> : <span>{children}</span>;
}

const elements: Components = { a: Anchor, img: Picture };

/**
 * Markdown as HTML that is read elsewhere, in a feed reader for example: whole addresses (relative to `base`), plain
 * elements, no styles. The same addresses are allowed as on our pages, and raw HTML stays text here, too.
 */
export function standaloneHtml(source: string, base: string): string {
  return renderToStaticMarkup(
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      urlTransform={(address) => absolute(address, base)}
      components={elements}
    >
      {source}
    </ReactMarkdown>,
  );
}
