import { TOLD, type Versions } from '../versions.ts';

/** Versions that are all the same text but for these. */
export const versionsOf = (text: string, other: Partial<Versions> = {}): Versions =>
  Object.assign(Object.fromEntries(TOLD.map((topic) => [topic, text])), other) as Versions;
