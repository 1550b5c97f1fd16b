import { type Preview, previewAddress } from '@ki/shared/contract/preview.ts';
import { dateTime } from '@ki/shared/format/dates.ts';
import type { TextResponse } from '../http/http-response.ts';
import type { PageParts } from '../render/messages.ts';
import { look } from '../site/look.ts';
import { DOCUMENT_HEADERS, escapeHtml, plainDocumentOf, policyWithoutScripts, withUsedTokens } from './document.ts';
import { REQUEST_ID_STYLE, withRequestId } from './error-page.ts';

const SERVER_FAILURE = 500;

export interface ShownPreview {
  readonly row: Preview;
  readonly token: string;
  readonly expiresAt: string;
  /** The address of the course, whose pages the link shows, too. */
  readonly course: string | null;
}

/** The transparent header of some pages lies over their banner, not over the one of the preview. */
const STYLE =
  '<style>#preview{padding:0.625rem 1.25rem;font:1rem/1.5 system-ui,sans-serif;text-align:center;color:var(--c-on-accent-soft);background:var(--c-accent-soft);border-block-end:2px solid var(--c-accent)}#root{position:relative}</style>';

const banner = (expiresAt: string) =>
  [
    '<aside id="preview" lang="de" aria-label="Vorschau"><p><strong>Vorschau:</strong> ',
    'Diese Seite kann Änderungen zeigen, die noch nicht veröffentlicht sind. Der Link gilt bis ',
    `<time datetime="${escapeHtml(expiresAt)}">${escapeHtml(dateTime(expiresAt))}</time>.</p></aside>`,
  ].join('');

/** Rules for browsers without scripting apply, as the document has no script. */
const withoutScripting = (styles: string): string =>
  styles.replace(/\(scripting:\s*none\)/g, '(min-width:0)').replace(/\(scripting:\s*enabled\)/g, '(max-width:0)');

const quoted = (address: string) => `href="${escapeHtml(address).replaceAll("'", '&#x27;')}`;

/** Links to the course and its lessons stay in the preview. */
function linksTo(html: string, { course, token }: ShownPreview): string {
  if (course === null) return html;
  const own = `href="${previewAddress(token)}`;
  return html.replaceAll(`${quoted(course)}/lessons/`, `${own}/lessons/`).replaceAll(`${quoted(course)}"`, `${own}"`);
}

export function previewResponse(page: PageParts, preview: ShownPreview): TextResponse {
  const { status } = page;
  const isFailed = status >= SERVER_FAILURE;
  const above = banner(preview.expiresAt);
  const own = page.styles + STYLE + (isFailed ? REQUEST_ID_STYLE : '');
  const styles = withoutScripting(withUsedTokens(own, page.html + above)) + look().style;
  const shown = { ...page, styles, html: linksTo(page.html, preview) };
  const body = plainDocumentOf(shown, above);
  const headers = { ...DOCUMENT_HEADERS, 'content-security-policy': policyWithoutScripts(styles) };
  return { status, headers, body: isFailed ? withRequestId(body) : body };
}
