import type { Platform } from '@ki/shared/contract/registry.ts';

/** Id of the data block that carries the {@link PageState} from the server to the browser. */
export const PAGE_STATE_ID = 'page-state';

export interface PageState {
  readonly platform: Platform;
  /** The document holds the page's HTML: adopt it. Otherwise render from scratch. */
  readonly rendered: boolean;
  /** The remote that rendered the page, to be loaded before it is adopted. */
  readonly remote: string | null;
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly overlayHeader: boolean;
}
