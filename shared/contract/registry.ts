export interface Code {
  readonly version: string;
  /** The federation container and its hash, without which it is not run. */
  readonly entry: string;
  readonly integrity: string;
  /** The container does not speak `PROTOCOL`, or nobody knows: the runtime of Module Federation loads it. */
  readonly needsRuntime?: true;
}

type NoCode = { readonly [Key in keyof Code]?: undefined };

interface Addressed {
  /** The origin of a development server for this visitor, without a hash and in the browser only. */
  readonly override?: string;
  readonly routes: readonly string[];
  /** For signed-in users only: other visitors get none of its code and no rendered page. */
  readonly staffOnly: boolean;
}

/** A remote of another generation than the document's has no code here: its pages are documents of their own. */
export type PublicRemote = Addressed & (Code | NoCode);

/** The registry of every page. `/platform.json` has the addresses of manifests and the served generations besides. */
export interface Platform {
  /** The generation of the document. */
  readonly contract: number;
  readonly supabase: { readonly url: string; readonly key: string };
  readonly remotes: Readonly<Record<string, PublicRemote>>;
}
