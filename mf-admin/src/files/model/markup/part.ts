import type { Destinations } from './destinations.ts';
import type { Found } from './found.ts';

export interface Context {
  readonly found: Found;
  readonly destinations: Destinations;
  /** A text within a part, without its tags where those are raw. */
  readonly convert: (text: string, isRaw?: boolean) => string;
}

export interface Place {
  readonly all: string;
  readonly whole: string;
  readonly offset: number;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A part of a text that another program reads in its own way. */
export interface Part {
  readonly pattern: string;
  /** Programs read it before they read Markdown. */
  readonly isTag?: boolean;
  /** Returns the Markdown for the part; null leaves the part as it is. */
  readonly made: (groups: Groups, context: Context, place: Place) => string | null;
}

/** Markdown reads the character behind a backslash as itself; programs read their tags before it. */
export const ESCAPED_CHARACTER: Part = { pattern: String.raw`\\[!-/:-@[-\x60|}~]`, made: () => null };

/** Angle brackets keep blanks and brackets in an address. */
export const inBrackets = (address: string): string => (/[\s()]/.test(address) ? `<${address}>` : address);

export const pictureOf = (alt: string, address: string): string =>
  `![${alt.replaceAll(/[[\]]/g, '\\$&')}](${inBrackets(address)})`;
