import { paths } from '@ki/shared/contract/paths.ts';
import { matchRoutes } from 'react-router-dom';
import { OVERRIDES_PATH } from '../src/overrides/overrides.ts';
import { REPORTS_PATH } from '../src/remotes/problem.ts';

/** What the shell answers itself. */
export const SHELL_ADDRESSES: readonly string[] = [
  paths.login,
  paths.elements,
  paths.chatgptGoals,
  '/healthz',
  '/readyz',
  '/metrics',
  '/platform.json',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.svg',
  '/assets/*',
  OVERRIDES_PATH,
  REPORTS_PATH,
];

type Owner = readonly [name: string, patterns: readonly string[]];

const isFixed = (segment: string | undefined) => segment !== undefined && !/^[:*]/.test(segment);

/** An address that both patterns match, if there is one: fixed segments of either, anything elsewhere. */
function addressOfBoth(one: string, other: string): string {
  const [left, right] = [one.split('/'), other.split('/')];
  const length = Math.max(left.length, right.length);
  const segments = Array.from({ length }, (_, index) => [left[index], right[index]].find(isFixed) ?? 'x');
  return segments.join('/');
}

const matches = (pattern: string, address: string) => matchRoutes([{ path: pattern }], address) !== null;

/** Whether there are addresses that both match and of which React Router's ranking gives neither to one for good. */
function isSame(one: string, other: string): boolean {
  const address = addressOfBoth(one, other);
  const first = (...patterns: [string, string]) =>
    matchRoutes(
      patterns.map((path, index) => ({ path, id: String(index) })),
      address,
    )?.[0]?.route.id;
  return matches(one, address) && matches(other, address) && first(one, other) === first(other, one);
}

const isOfShell = (pattern: string) =>
  SHELL_ADDRESSES.find((own) => {
    const address = addressOfBoth(own, pattern);
    return matches(own, address) && matches(pattern, address);
  });

function clashOfTwo([name, patterns]: Owner, [other, others]: Owner): string[] {
  return patterns.flatMap((pattern) => {
    const same = others.find((one) => isSame(pattern, one));
    if (!same) return [];
    return [`${name} claims ${pattern}, which ${other} owns${same === pattern ? '' : ` as ${same}`}`];
  });
}

/**
 * What is wrong with who owns what: an address of the shell that a remote claims, and patterns of two remotes of which
 * none is the more special one. A more special one, such as /post/new beside /post/:slug, is no clash.
 */
export function clashes(owners: readonly Owner[]): string[] {
  return owners.flatMap(([name, patterns], index) => [
    ...patterns.flatMap((pattern) => {
      const own = isOfShell(pattern);
      return own ? [`${name} claims ${pattern}, but the shell itself answers ${own}`] : [];
    }),
    ...owners.slice(0, index).flatMap((other) => clashOfTwo([name, patterns], other)),
  ]);
}

function pageBefore(resource: string, pages: readonly Owner[]): string | undefined {
  for (const [owner, patterns] of pages) {
    const page = patterns.find((pattern) => {
      const address = addressOfBoth(resource, pattern);
      return matches(resource, address) && matches(pattern, address);
    });
    if (page) return `${owner}'s page ${page}`;
  }
  return undefined;
}

/**
 * What is wrong with who owns feeds, images and the like: they are answered where neither the shell nor any page is, the
 * own ones included, and two remotes cannot have the same.
 */
export function resourceClashes(owners: readonly Owner[], pages: readonly Owner[]): string[] {
  return owners.flatMap(([name, resources], index) => [
    ...resources.flatMap((resource) => {
      const own = isOfShell(resource);
      const first = own ? `the shell itself answers ${own}` : pageBefore(resource, pages);
      return first ? [`${name} claims ${resource}, but ${own ? first : `${first} is answered there`}`] : [];
    }),
    ...owners.slice(0, index).flatMap((other) => clashOfTwo([name, resources], other)),
  ]);
}
