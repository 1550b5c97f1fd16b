import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Connection } from '@ki/shared/data/clients.ts';

/** What the shell asks a renderer for, and gets one reply to. Modules are named `mf-name@version`. */
export type Job =
  | { readonly kind: 'load'; readonly module: string; readonly code: string }
  | { readonly kind: 'page'; readonly module: string | null; readonly url: string; readonly platform: Platform }
  | { readonly kind: 'data'; readonly module: string; readonly url: string }
  | { readonly kind: 'contribution'; readonly modules: readonly string[]; readonly url: string }
  | { readonly kind: 'unmatched' | 'query-keys'; readonly module: string; readonly patterns: readonly string[] }
  | { readonly kind: 'resource-paths'; readonly module: string }
  | { readonly kind: 'prepare-drawing'; readonly library: string; readonly fonts: readonly string[] }
  | { readonly kind: 'draw'; readonly svg: string };

/** What the shell says to a renderer. */
export type Order =
  | { readonly kind: 'connect'; readonly supabase: Connection }
  | { readonly kind: 'drop'; readonly module: string }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'ping' }
  | (Job & { readonly id: number });

/** Longer texts are cut by the renderer. */
export const MOST_WORDS = 5_000;
/** Of the questions to the backend, how many a renderer tells of at once. */
export const MOST_QUESTIONS = 10_000;
