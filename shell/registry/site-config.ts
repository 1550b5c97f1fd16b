import type { PublicKey } from './provenance/minisign.ts';

/** Where a platform is, for its visitors and on its machine. */
export interface SiteConfig {
  readonly port: number;
  readonly dataDir: string;
  /** The origin that the site is known by, whatever a request says of hosts. */
  readonly siteUrl: string;
  /** Keys of which one must have signed what is served; none: nothing need be signed. */
  readonly trustedKeys?: readonly PublicKey[];
  readonly supabase: { readonly url: string; readonly key: string };
}
