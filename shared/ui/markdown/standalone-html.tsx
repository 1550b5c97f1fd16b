// The portable build, as remotes' server code gets nothing of Node.js.

import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.browser';
import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown';
import { remarkReading } from './reading/read-markdown.ts';
import { footnotes, rehypeSectionLinks } from './section-links.ts';
import { DEFAULT_ID_PREFIX, rehypeHeadings } from './tree.ts';

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

const HEADINGS = { firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, linked: false };

/**
 * Markdown as plain HTML for feed readers, with absolute addresses; the same addresses are allowed, and
 * sections have the same ids, as on pages.
 */
export function standaloneHtml(source: string, base: string): string {
  return renderToStaticMarkup(
    <ReactMarkdown
      remarkPlugins={[remarkReading]}
      remarkRehypeOptions={footnotes(DEFAULT_ID_PREFIX)}
      rehypePlugins={[
        [rehypeHeadings, HEADINGS],
        [rehypeSectionLinks, DEFAULT_ID_PREFIX],
      ]}
      urlTransform={(address) => absolute(address, base)}
      components={elements}
    >
      {source}
    </ReactMarkdown>,
  );
}
