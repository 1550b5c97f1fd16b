import type { RouteObject } from 'react-router-dom';
import type { Head } from './head.ts';
import type { Reader } from './reader.ts';

/** The number that a remote and a shell must agree on. A breaking change of this folder raises it. */
export const CONTRACT = 2;

/**
 * When the scripts of a rendered page are loaded: at once, when the browser has nothing else to do, or, by default, when
 * somebody uses the page.
 */
export type Hydration = 'load' | 'idle' | 'interaction';

/** What `RouteObject.handle` may carry; the shell reads nothing else of a remote's route. */
export interface RouteHandle {
  /** `site` (default) puts the page below the shared header, `bare` leaves the whole window to the remote. */
  readonly frame?: 'site' | 'bare';
  /** The header lies transparent over the page's own banner. */
  readonly overlayHeader?: boolean;
  /**
   * The query keys that the page reads, in its loader, head or components; default none. The server leaves out all
   * others before it renders, and addresses that differ in nothing else share one kept page.
   */
  readonly query?: readonly string[];
  /** When the page comes alive, also by its address. Reading, links and forms need no life; what reacts to reading does. */
  readonly hydrate?: Hydration | ((url: URL) => Hydration);
  /**
   * Makes the one thing that people do first work before the page is alive: the folder below `src/routes` whose
   * `early.ts` is loaded with the document, a script without framework of at most 4 kB. See docs/decisions/0048.
   */
  readonly early?: string;
  /** The document's head for this page, from the route's (settled) loader data. Pure. */
  readonly head?: (context: HeadContext) => Head;
}

/** A loader's data once its promises have settled. */
type SettledData<Data> = Data extends object ? { readonly [Key in keyof Data]: Awaited<Data[Key]> } : Data;

export interface HeadContext<Data = unknown> {
  readonly data: SettledData<Awaited<Data>>;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Absolute address of the page, without hash. */
  readonly url: URL;
}

/** An address that a remote serves besides its pages: feeds, images and the like. `path` uses React Router patterns. */
export interface Resource {
  readonly path: string;
  readonly respond: (context: ResourceContext) => Promise<Response>;
}

export interface ResourceContext {
  readonly reader: Reader;
  /** For the address without its query: a resource is the same whatever is asked there. */
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** One public address for the sitemap. */
export interface SitemapEntry {
  /** Path from the site's root, e.g. `/post/hallo`. */
  readonly path: string;
  /** ISO 8601, when known. */
  readonly lastModified?: string;
}

/** The one thing that a remote exposes, as `./module`. */
export interface RemoteModule {
  readonly contract: typeof CONTRACT;
  /** The remote's name in the registry, e.g. `mf-blog`. */
  readonly id: string;
  readonly routes: readonly RouteObject[];
  readonly resources?: readonly Resource[];
  /** A page of the remote's public addresses, counted from 1: at most 50,000, and as many as are read at once. */
  readonly sitemap?: (reader: Reader, page: number) => Promise<readonly SitemapEntry[]>;
  /** How many such pages there are; without it, one. */
  readonly sitemapPages?: (reader: Reader) => Promise<number>;
}
