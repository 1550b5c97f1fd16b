import { paths } from '@ki/shared/contract/paths.ts';

export function loginPath(next: string): string {
  return next === paths.admin ? paths.login : `${paths.login}?next=${encodeURIComponent(next)}`;
}

/** Only a path of this site: no open redirect. Browsers drop control characters, and read a backslash as a slash. */
export function nextPage(search: URLSearchParams): string {
  const next = search.get('next');
  return next && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(next) ? next : paths.admin;
}
