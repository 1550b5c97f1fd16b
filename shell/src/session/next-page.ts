import { paths } from '@ki/shared/contract/paths.ts';

/** The login page's address from which one returns to `next`, a path of this site. */
export function loginPath(next: string): string {
  return next === paths.admin ? paths.login : `${paths.login}?next=${encodeURIComponent(next)}`;
}

/** Where to go after signing in. Only a path of this site, so that a link cannot send somebody elsewhere. */
export function nextPage(search: URLSearchParams): string {
  const next = search.get('next');
  return next && /^\/(?![/\\])/.test(next) ? next : paths.admin;
}
