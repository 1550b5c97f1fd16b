import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const MARKDOWN = 'text/markdown';
/** The ranges that HTML matches; the most specific one in a header counts. */
const HTML = ['text/html', 'text/*', '*/*'];
const PARAMETERS = /;(?!\s*q=)[^;,]*/g;

/**
 * For equal ranks the package takes the more specific range, then the earlier one. HTML is therefore negotiated as the
 * range that it matches, and that range sorts before Markdown.
 */
function ranksMarkdownFirst(header: string): boolean {
  const accept = header.toLowerCase();
  if (!accept.includes(MARKDOWN)) return false;
  const ranges = accept.replace(PARAMETERS, '').split(/\s*,\s*/);
  const html = HTML.find((type) => ranges.some((range) => range.split(/\s*;/)[0] === type));
  const negotiator = new Negotiator({ headers: { accept: ranges.toSorted().join() } });
  return negotiator.mediaType(html ? [html, MARKDOWN] : [MARKDOWN]) === MARKDOWN;
}

const decided = new LRUCache<string, boolean>({ max: 100, memoMethod: ranksMarkdownFirst });

/** Whether a client ranks Markdown above HTML; a browser never does, and an equal rank means HTML. */
export const prefersMarkdown = (accept: string | null): boolean => accept !== null && decided.memo(accept);
