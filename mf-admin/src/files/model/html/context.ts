import type { Changes } from './changes.ts';
import type { Child, Element } from './tree.ts';

export interface Context {
  readonly changes: Changes;
  /** Addresses of pictures that the text has so far. */
  readonly pictures: Set<string>;
  readonly rewrite: (address: string) => string | undefined;
}

/** Replaces an element; undefined leaves it as it is, with its children prepared. */
export type Rule = (node: Element, context: Context) => readonly Child[] | undefined;
