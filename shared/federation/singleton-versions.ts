import { createRequire } from 'node:module';
import { SINGLETONS } from './singletons.ts';

const require = createRequire(import.meta.url);

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** The installed version of the package that a singleton belongs to. */
export function versionOf(singleton: string): string {
  return (require(`${packageOf(singleton)}/package.json`) as { version: string }).version;
}

/** The versions that a shell of this tree provides. */
export const singletonVersions = (): Readonly<Record<string, string>> =>
  Object.fromEntries(SINGLETONS.map((name) => [name, versionOf(name)]));
