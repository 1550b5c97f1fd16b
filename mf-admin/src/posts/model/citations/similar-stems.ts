/** Finds stems that are like another one by their first letters and parts, as comparing with all of them takes long. */
import { likeness } from './words.ts';

/** Likeness needs as many equal letters at the start, or a shorter stem of `PART` letters within the longer one. */
const HEAD = 4;
const PART = 5;

const partsOf = (stem: string) =>
  Array.from({ length: Math.max(0, stem.length - PART + 1) }, (_, start) => stem.slice(start, start + PART));

function add(lists: Map<string, string[]>, key: string, stem: string): void {
  const list = lists.get(key);
  if (list) list.push(stem);
  else lists.set(key, [stem]);
}

/** `least`: the likeness that counts, above 0. */
export function similarStems(stems: Iterable<string>, least: number): (stem: string) => readonly string[] {
  const known = new Set(stems);
  const byHead = new Map<string, string[]>();
  const byStart = new Map<string, string[]>();
  const byPart = new Map<string, string[]>();
  for (const stem of known) {
    if (stem.length >= HEAD) add(byHead, stem.slice(0, HEAD), stem);
    if (stem.length >= PART) add(byStart, stem.slice(0, PART), stem);
    for (const part of new Set(partsOf(stem))) add(byPart, part, stem);
  }
  return (stem) => {
    const candidates = new Set<string>(known.has(stem) ? [stem] : []);
    const take = (found: readonly string[] = []) => {
      for (const one of found) candidates.add(one);
    };
    if (stem.length >= HEAD) take(byHead.get(stem.slice(0, HEAD)));
    if (stem.length >= PART) take(byPart.get(stem.slice(0, PART)));
    for (const part of partsOf(stem)) take(byStart.get(part));
    return [...candidates].filter((other) => likeness(stem, other) >= least);
  };
}
