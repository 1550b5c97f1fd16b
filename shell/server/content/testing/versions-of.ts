import { TOPICS } from '@ki/shared/data/topics.ts';
import type { Versions } from '../versions.ts';

/** Versions of which all topics but these have the same text. */
export const versionsOf = (text: string, other: Partial<Versions> = {}): Versions =>
  Object.assign(Object.fromEntries(TOPICS.map((topic) => [topic, text])), other) as Versions;
