import { REQUEST_ID_ELEMENT } from '../../src/app/request-id.ts';
import { type Reply, requestIdText } from '../http/reply.ts';
import { countPage } from '../metrics/metrics.ts';
import { NONCE_PLACE, newNonce } from './keep/nonce.ts';
import type { Served } from './keep/page-cache.ts';
import type { Answer } from './pages.ts';

const SERVER_FAILURE = 500;
/** In sight wherever the reader is, and beside the footer at the end. */
const STYLE = `#${REQUEST_ID_ELEMENT}{position:sticky;inset-block-end:0;padding:0.375rem 1rem;text-align:center;font:0.875rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;color:var(--c-text);background:var(--c-surface);border-block-start:1px solid var(--c-line)}`;

/** The answer's headers with a nonce in them. */
const headersWith = (nonce: string, { headers }: Answer): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(NONCE_PLACE, nonce)]));

/** The document with the request's id at its end: beside what scripts take over, as each answer has its own. */
function withRequestId(body: string, nonce: string): string {
  const note = `<aside id="${REQUEST_ID_ELEMENT}" aria-label="Kennung der Anfrage">${requestIdText()}</aside>`;
  const end = body.lastIndexOf('</body>');
  return `${body.slice(0, end)}<style nonce="${nonce}">${STYLE}</style>${note}${body.slice(end)}`;
}

/** A page with a nonce that no other answer has, and a word about whether it was there already. */
export function pageReply({ answer, isKept }: Served<Answer>): Reply {
  const { status, fill } = answer;
  const nonce = newNonce();
  countPage(isKept);
  return {
    status,
    headers: { ...headersWith(nonce, answer), 'server-timing': `page;desc=${isKept ? 'kept' : 'fresh'}` },
    body() {
      const filled = answer.body.replaceAll(NONCE_PLACE, nonce);
      return status < SERVER_FAILURE ? filled : withRequestId(filled, nonce);
    },
    ...(fill && { compressed: { br: () => fill(nonce) } }),
  };
}
