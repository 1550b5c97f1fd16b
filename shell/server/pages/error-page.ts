import { TooManySearches } from '../http/rate-limit.ts';
import { requestIdText, type TextReply } from '../http/reply.ts';
import { NOT_STORED } from '../http/sharing.ts';
import { RenderedTooLate, RendererEnded } from '../renderers/renderer-ended.ts';
import { Busy } from './limit-renders.ts';
import { DOCUMENT_HEADERS, hashSource } from './security-headers.ts';

const STYLE =
  'body{max-width:36rem;margin:18vh auto 0;padding:0 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#1c2430;background:#fff}h1{font-size:1.5rem;line-height:1.3}a{color:#0b4f8a}';

/** What went wrong, in words for visitors: plain text. */
interface ErrorWords {
  readonly title: string;
  readonly text: string;
}

export const UNAVAILABLE: ErrorWords = {
  title: 'Zurzeit nicht verfügbar.',
  text: 'Die Seite ist gleich wieder da. Versuchen Sie es in einem Moment noch einmal.',
};

const BUSY: ErrorWords = {
  title: 'Gerade ist sehr viel los',
  text: 'Die Seite konnte nicht rechtzeitig erzeugt werden. Versuchen Sie es in ein paar Sekunden noch einmal.',
};

const TOO_MANY_SEARCHES: ErrorWords = {
  title: 'Zu viele Anfragen',
  text: 'Von Ihrer Adresse kamen in kurzer Zeit sehr viele Suchen. Versuchen Sie es in einer Minute noch einmal.',
};

const FAILED: ErrorWords = {
  title: 'Die Seite konnte nicht erzeugt werden.',
  text: 'Die übrigen Seiten funktionieren weiter. Versuchen Sie es in einem Moment noch einmal.',
};

/** A page that needs nothing of what failed: no rendering, no script, no file. It has the id by which the log is searched. */
export const errorPage = (
  status: number,
  { title, text }: ErrorWords,
  headers: Readonly<Record<string, string>> = {},
): TextReply => ({
  status,
  headers: {
    ...DOCUMENT_HEADERS,
    ...NOT_STORED,
    'content-security-policy': `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; frame-ancestors 'none'`,
    ...headers,
  },
  body: [
    '<!doctype html><html lang="de"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title} · KI-Lernplattform</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${title}</h1><p>${text}</p><p>${requestIdText()}</p><p><a href="/">Zur Startseite</a></p></main></body></html>`,
  ].join(''),
});

/** The answer to a request whose page could not be made. */
export function failureAnswer({ pathname }: URL, error: unknown): TextReply {
  if (error instanceof Busy) return errorPage(503, BUSY, { 'retry-after': String(error.retryAfterS) });
  if (error instanceof TooManySearches) {
    return errorPage(429, TOO_MANY_SEARCHES, { 'retry-after': String(error.retryAfterS) });
  }
  console.error('%s:', pathname, error);
  const wasCutShort = error instanceof RendererEnded || error instanceof RenderedTooLate;
  return wasCutShort ? errorPage(503, FAILED, { 'retry-after': '1' }) : errorPage(500, FAILED);
}
