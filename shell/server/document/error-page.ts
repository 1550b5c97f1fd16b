import { site } from '@ki/shared/contract/site.ts';
import { REQUEST_ID_ELEMENT } from '../../src/app/page-state.ts';
import { NOT_STORED, requestIdText, type TextResponse } from '../http/http-response.ts';
import { Busy, TooManyRenders } from '../render/limit.ts';
import { RenderTimeout, WorkerEnded } from '../render/worker-process.ts';
import { look } from '../site/look.ts';
import { DOCUMENT_HEADERS, escapeHtml, hashSource } from './document.ts';

const STYLE =
  'body{max-width:36rem;margin:18vh auto 0;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#1c2430;background:#fff}h1{font-size:1.5rem;line-height:1.3}a{color:#0b4f8a}';

const styleOf = (linkColor: string | null) => (linkColor === null ? STYLE : `${STYLE}a{color:${linkColor}}`);

interface ErrorText {
  readonly title: string;
  readonly text: string;
}

export const UNAVAILABLE: ErrorText = {
  title: 'Zurzeit nicht verfügbar.',
  text: 'Die Seite ist gleich wieder da. Versuchen Sie es in einem Moment noch einmal.',
};

const BUSY: ErrorText = {
  title: 'Gerade ist sehr viel los',
  text: 'Die Seite konnte nicht rechtzeitig erzeugt werden. Versuchen Sie es in ein paar Sekunden noch einmal.',
};

const TOO_MANY_RENDERS: ErrorText = {
  title: 'Zu viele Anfragen',
  text: 'Von Ihrer Adresse kamen in kurzer Zeit sehr viele Anfragen. Versuchen Sie es in ein paar Sekunden noch einmal.',
};

const FAILED: ErrorText = {
  title: 'Die Seite konnte nicht erzeugt werden.',
  text: 'Die übrigen Seiten funktionieren weiter. Versuchen Sie es in einem Moment noch einmal.',
};

export const errorPage = (
  status: number,
  { title, text }: ErrorText,
  headers: Readonly<Record<string, string>> = {},
): TextResponse => {
  const style = styleOf(look().linkColor);
  return {
    status,
    headers: {
      ...DOCUMENT_HEADERS,
      ...NOT_STORED,
      'content-security-policy': `default-src 'none'; style-src ${hashSource(style)}; base-uri 'none'; frame-ancestors 'none'`,
      ...headers,
    },
    body: [
      '<!doctype html><html lang="de"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
      `<title>${escapeHtml([title, site().name].filter(Boolean).join(' · '))}</title><style>${style}</style></head>`,
      `<body><main><h1>${title}</h1><p>${text}</p><p>${requestIdText()}</p><p><a href="/">Zur Startseite</a></p></main></body></html>`,
    ].join(''),
  };
};

export function failureResponse({ pathname }: URL, error: unknown): TextResponse {
  if (error instanceof Busy) return errorPage(503, BUSY, { 'retry-after': String(error.retryAfterS) });
  if (error instanceof TooManyRenders) {
    return errorPage(429, TOO_MANY_RENDERS, { 'retry-after': String(error.retryAfterS) });
  }
  console.error('%s:', pathname, error);
  const wasCutShort = error instanceof WorkerEnded || error instanceof RenderTimeout;
  return wasCutShort ? errorPage(503, FAILED, { 'retry-after': '1' }) : errorPage(500, FAILED);
}

export const REQUEST_ID_STYLE = `<style>#${REQUEST_ID_ELEMENT}{position:sticky;inset-block-end:0;padding:0.375rem 1rem;text-align:center;font:0.875rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;color:var(--c-text);background:var(--c-surface);border-block-start:1px solid var(--c-line)}</style>`;

/** Puts the request id outside of the hydrated part. */
export function withRequestId(document: string): string {
  const note = `<aside id="${REQUEST_ID_ELEMENT}" aria-label="Kennung der Anfrage">${requestIdText()}</aside>`;
  const end = document.lastIndexOf('</body>');
  return document.slice(0, end) + note + document.slice(end);
}
