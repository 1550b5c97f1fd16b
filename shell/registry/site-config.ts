import type { TrustedKeys } from './provenance/keys.ts';

export interface SiteConfig {
  readonly port: number;
  readonly dataDir: string;
  /** The public origin, whatever a request's host header says. */
  readonly siteUrl: string;
  readonly trustedKeys?: TrustedKeys;
  readonly supabase: { readonly url: string; readonly key: string };
  /** The store at this public address is served on this machine, too. */
  readonly ownStore?: { readonly address: string; readonly servedAt: string } | undefined;
}
