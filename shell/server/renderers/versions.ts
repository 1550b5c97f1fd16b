import { LRUCache } from 'lru-cache';

/** Of each remote: the live one, a canary, one that stands in for them, and one that requests under way still use. */
const VERSIONS_KEPT = 4;

/** Keeps something for the last few versions of each remote. */
export function createVersions<T extends object>(onLetGo: (name: string, version: string) => void = () => undefined) {
  const remotes = new Map<string, LRUCache<string, T>>();
  const of = (name: string) => {
    const dispose = (_value: T, version: string) => onLetGo(name, version);
    const known = remotes.get(name) ?? new LRUCache<string, T>({ max: VERSIONS_KEPT, dispose });
    remotes.set(name, known);
    return known;
  };
  return {
    get: (name: string, version: string) => of(name).get(version),
    /** Unlike `get`, no use of it. */
    peek: (name: string, version: string) => of(name).peek(version),
    set: (name: string, version: string, value: T) => of(name).set(version, value),
    delete: (name: string, version: string) => of(name).delete(version),
  };
}
