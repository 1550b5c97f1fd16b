import { REQUEST_ID_ELEMENT } from '../../src/app/request-id.ts';
import { requestIdText } from '../http/reply.ts';

/** In sight wherever the reader is, and beside the footer at the end. */
export const REQUEST_ID_STYLE = `<style>#${REQUEST_ID_ELEMENT}{position:sticky;inset-block-end:0;padding:0.375rem 1rem;text-align:center;font:0.875rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;color:var(--c-text);background:var(--c-surface);border-block-start:1px solid var(--c-line)}</style>`;

/** A document with the request's id at its end: beside what scripts take over, as each answer has its own. */
export function withRequestId(document: string): string {
  const note = `<aside id="${REQUEST_ID_ELEMENT}" aria-label="Kennung der Anfrage">${requestIdText()}</aside>`;
  const end = document.lastIndexOf('</body>');
  return document.slice(0, end) + note + document.slice(end);
}
