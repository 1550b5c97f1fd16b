import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Site } from '@ki/shared/contract/site.ts';

export const PAGE_STATE_ID = 'page-state';

export interface PageState {
  readonly platform: Platform;
  /** What differs from the unnamed site. */
  readonly site: Partial<Site>;
  readonly rendered: boolean;
  /** The remote that rendered the page, to be loaded before hydration. */
  readonly remote: string | null;
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly overlayHeader: boolean;
}

export const REQUEST_ID_ELEMENT = 'request-id';

export const removeRequestId = () => document.getElementById(REQUEST_ID_ELEMENT)?.remove();
