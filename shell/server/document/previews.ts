import { paths } from '@ki/shared/contract/paths.ts';
import { type Preview, type PreviewAddress, previewAddress } from '@ki/shared/contract/preview.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { StoredPreview } from '@ki/shared/data/read-preview.ts';
import { dateTime } from '@ki/shared/format/dates.ts';
import { addressOn, type HttpRequest } from '../http/http-request.ts';
import type { HttpResponse, TextResponse } from '../http/http-response.ts';
import type { Limited } from '../render/limit.ts';
import type { PageParts } from '../render/messages.ts';
import type { ForReader, Loadable } from '../resolve/resolve.ts';
import type { PageTarget, Targets } from '../resolve/target.ts';
import { look } from '../site/look.ts';
import type { TagVersions } from '../tags/tag-versions.ts';
import { DOCUMENT_HEADERS, escapeHtml, plainDocumentOf, policyWithoutScripts, withUsedTokens } from './document.ts';
import { errorPage, REQUEST_ID_STYLE, UNAVAILABLE, withRequestId } from './error-page.ts';

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
  const isFailed = status >= 500;
  const above = banner(preview.expiresAt);
  const own = page.styles + STYLE + (isFailed ? REQUEST_ID_STYLE : '');
  const styles = withoutScripting(withUsedTokens(own, page.html + above)) + look().style;
  const shown = { ...page, styles, html: linksTo(page.html, preview) };
  const body = plainDocumentOf(shown, above);
  const headers = { ...DOCUMENT_HEADERS, 'content-security-policy': policyWithoutScripts(styles) };
  return { status, headers, body: isFailed ? withRequestId(body) : body };
}

interface Services {
  /** `null` when the link has ended. */
  readonly read: (asked: PreviewAddress) => Promise<StoredPreview | null>;
  readonly render: (target: PageTarget, versions: TagVersions | null, preview: ShownPreview) => Promise<HttpResponse>;
  readonly siteUrl: string;
  readonly limited: Limited;
  readonly loadable: Loadable;
  readonly targets: Pick<Targets, 'own'>;
}

const NO_COURSE = { course: null } as const;

/** Where visitors see the record, or would see it. `null` for a lesson of what is no course. */
function addressesOf({ relation, row }: StoredPreview, lesson: string | null) {
  const slug = String(row.slug);
  if (relation === 'courses') {
    const course = paths.course({ slug });
    return { address: lesson === null ? course : paths.lesson({ courseSlug: slug, lessonId: lesson }), course };
  }
  if (lesson !== null) return null;
  if (relation === 'workshops') return { address: paths.workshopPage({ workshop: row.id }), ...NO_COURSE };
  return { address: relation === 'posts' ? paths.post({ slug }) : paths.page({ slug }), ...NO_COURSE };
}

/** Renders previews, each for its request alone: nothing of them is cached. `null` for a link that has ended. */
export function createPreviewService({ read, render, siteUrl, limited, loadable, targets }: Services) {
  async function show(asked: PreviewAddress, { releases, versions }: ForReader): Promise<HttpResponse | null> {
    const found = await settle(read(asked));
    if (!found.ok) return errorPage(503, UNAVAILABLE, { 'retry-after': '5' });
    const preview = found.data;
    const addresses = preview && addressesOf(preview, asked.lesson);
    if (!addresses) return null;
    const { address, course } = addresses;
    const url = addressOn(siteUrl, { pathname: address });
    const target = await loadable(targets.own(url, releases.inForce), releases, url);
    return render(target, versions, { row: preview.row, token: asked.token, expiresAt: preview.expires_at, course });
  }

  return (asked: PreviewAddress, reader: ForReader, { client }: HttpRequest): Promise<HttpResponse | null> =>
    limited(() => show(asked, reader), { client });
}
