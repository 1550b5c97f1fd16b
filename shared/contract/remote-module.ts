import type { RouteObject } from 'react-router-dom';
import type { Reader } from './reads.ts';

/**
 * The version of this contract, and the generation of the shared runtime. A breaking change of this folder or a new major
 * of a singleton raises it; shells serve the generation before for at least 12 months more (docs/ship.md).
 */
export const CONTRACT = 2;

/** When a page's scripts are loaded: at once, when the browser is idle, or at the first use (default). */
export type Hydration = 'load' | 'idle' | 'interaction';

/** The document's head; all texts are plain text. */
export interface Head {
  readonly title: string;
  readonly description?: string;
  /** Canonical path with query; default: the page's path without query, and none with `noindex`. */
  readonly canonical?: string;
  readonly noindex?: boolean;
  readonly type?: 'website' | 'article';
  readonly image?: string;
  readonly feeds?: readonly { readonly title: string; readonly path: string; readonly type: string }[];
  readonly jsonLd?: readonly Readonly<Record<string, unknown>>[];
}

export interface RouteHandle {
  /** `site` (default) has the shared header and footer, `bare` leaves the whole window to the remote. */
  readonly frame?: 'site' | 'bare';
  /** The transparent header lies over the page's own banner. */
  readonly overlayHeader?: boolean;
  /**
   * The query keys that the page reads; default none. The server drops all others, so that addresses that differ only
   * in those share one cached page.
   */
  readonly query?: readonly string[];
  /** Pages that react to reading hydrate without a use; reading, links and forms need no hydration. */
  readonly hydrate?: Hydration | ((url: URL) => Hydration);
  /**
   * The folder below `src/routes` whose `pre-hydration.ts` is loaded with the document: a script of at most 4 kB
   * without framework. See docs/decisions/0048.
   */
  readonly preHydration?: string;
  readonly head?: (context: HeadContext) => Head;
}

type SettledData<Data> = Data extends object ? { readonly [Key in keyof Data]: Awaited<Data[Key]> } : Data;

export interface HeadContext<Data = unknown> {
  readonly data: SettledData<Awaited<Data>>;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly url: URL;
}

/** An address besides the pages, such as a feed or an image; `path` is a React Router pattern. */
export interface Resource {
  readonly path: string;
  readonly respond: (context: ResourceContext) => Promise<Response>;
}

export interface ResourceContext {
  readonly reader: Reader;
  /** Without the query, which changes no resource. */
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface SitemapEntry {
  readonly path: string;
  readonly lastModified?: string;
}

/** The text of a page as Markdown, for readers that are programs. */
export interface PageText {
  /** The pattern of the page. */
  readonly path: string;
  /** Throws an error with the code `not_found` for a page that does not exist. */
  readonly read: (context: PageTextContext) => Promise<string>;
}

export interface PageTextContext extends Pick<ResourceContext, 'reader' | 'params'> {
  /** The address of the page, without a query. */
  readonly url: URL;
}

/** A section of `/llms.txt`; links lead to pages that have a text. */
export interface TextSection {
  readonly title: string;
  readonly links: readonly TextLink[];
}

export interface TextLink {
  readonly title: string;
  readonly path: string;
  readonly description?: string | null;
}

export interface Texts {
  readonly pages: readonly PageText[];
  readonly sections: (reader: Reader) => Promise<readonly TextSection[]>;
}

export interface RemoteModule {
  readonly contract: typeof CONTRACT;
  readonly id: string;
  readonly routes: readonly RouteObject[];
  readonly resources?: readonly Resource[];
  /** A page of the sitemap, counted from 1, at most 50,000 entries. */
  readonly sitemap?: (reader: Reader, page: number) => Promise<readonly SitemapEntry[]>;
  readonly sitemapPages?: (reader: Reader) => Promise<number>;
  /** The server sends them at a page's address with `.md`, and for `Accept: text/markdown`. */
  readonly texts?: Texts;
}

/** The duration of an ad's turn; within one turn all visitors get the same page. */
export const TURN_MS = 60_000;

export const turnAt = (now: number): number => Math.floor(now / TURN_MS);
