import type { Platform } from '@ki/shared/contract/registry.ts';
import type { SentSite } from '@ki/shared/contract/site.ts';

export const PAGE_STATE_ID = 'page-state';

export interface PageState {
  readonly platform: Platform;
  readonly site: SentSite;
  readonly rendered: boolean;
  /** The remote that rendered the page, to be loaded before hydration. */
  readonly remote: string | null;
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly overlayHeader: boolean;
}

/** Browsers load no script of a type that they do not know. */
export const DEFERRED = 'deferred';

export const REQUEST_ID_ELEMENT = 'request-id';

export const removeRequestId = () => document.getElementById(REQUEST_ID_ELEMENT)?.remove();

export const DATA_PATH = '/_data';

/** The header with the release of a page and its data, `mf-name@version`. */
export const RELEASE = 'release';

export type PageData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
