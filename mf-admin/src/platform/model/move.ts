import type { PastMove } from './platform.ts';

/** What an operator does with a remote. */
export type Move =
  | { readonly action: 'promote'; readonly version: string }
  | { readonly action: 'canary'; readonly version: string; readonly percent: number; readonly margin?: number }
  | { readonly action: 'rollback' }
  | { readonly action: 'retire' };

/** What a move did, in a few words. */
export function describeMove({ action, version, percent }: Pick<PastMove, 'action' | 'version' | 'percent'>): string {
  if (action === 'canary') return percent ? `canary ${version} for ${percent}%` : `canary ${version} ended`;
  if (action === 'promote') return `promoted ${version}`;
  return action === 'rollback' ? `back to ${version}` : `retired, was ${version}`;
}
