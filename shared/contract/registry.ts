/** The code of one version. */
export interface Code {
  readonly version: string;
  /** The script that defines the federation container, and its hash: without the hash it is not run. */
  readonly entry: string;
  readonly integrity: string;
}

/** A remote as browsers and outsiders see it. Addresses are absolute. */
export interface PublicRemote extends Code {
  /** Module Federation manifest of this version. */
  readonly manifest: string;
  /** The version that worked before: it is loaded when this one's entry cannot be. */
  readonly fallback?: Code;
  /** The origin of a development server that this visitor gets the remote from, without a hash and in the browser only. */
  readonly override?: string;
  /** Address patterns that the remote owns, in React Router's syntax. */
  readonly routes: readonly string[];
  /** Only for signed-in users: its code is not fetched and nothing of it is rendered on the server for others. */
  readonly staffOnly: boolean;
}

/** The live registry, as `/platform.json` answers it and as every page carries it. */
export interface Platform {
  readonly contract: number;
  readonly supabase: { readonly url: string; readonly key: string };
  readonly remotes: Readonly<Record<string, PublicRemote>>;
}
