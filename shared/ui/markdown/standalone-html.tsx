// The portable build, as remotes' server code gets nothing of Node.js.

import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.browser';
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';

function absolute(address: string, base: string): string {
  const allowed = defaultUrlTransform(address);
  return allowed && URL.canParse(allowed, base) ? new URL(allowed, base).href : '';
}

/** React would preload an eager picture. */
function Picture({ src, alt = '' }: ComponentProps<'img'>) {
  return src ? <img src={src} alt={alt} loading="lazy" /> : <span>{alt}</span>;
}

function Anchor({ href, children }: ComponentProps<'a'>) {
  return href ? <a href={href}>{children}</a> : <span>{children}</span>;
}

const elements: Components = { a: Anchor, img: Picture };

/** Markdown as plain HTML for feed readers, with absolute addresses; the same addresses are allowed as on pages. */
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
