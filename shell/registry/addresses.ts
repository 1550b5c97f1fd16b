import { paths } from '@ki/shared/contract/paths.ts';
import { PICTURES_PATH } from '@ki/shared/contract/pictures.ts';
import { PREVIEW_PATH } from '@ki/shared/contract/preview.ts';
import { DATA_PATH } from '../src/app/page-state.ts';
import { OVERRIDES_PATH } from '../src/overrides/overrides.ts';
import { REPORTS_PATH } from '../src/remotes/remote-failure.ts';

/** `shipping.shell_addresses()` in the database has the same list. */
export const SHELL_ADDRESSES: readonly string[] = [
  paths.login,
  '/healthz',
  '/readyz',
  '/metrics',
  '/platform.json',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/assets/*',
  OVERRIDES_PATH,
  REPORTS_PATH,
  `${PREVIEW_PATH}*`,
  '/llms.txt',
  DATA_PATH,
  `${DATA_PATH}/*`,
  `${PICTURES_PATH}*`,
  '/_site/*',
];

/** The first remotes, in the order of their port offsets, from 1. */
export const FIRST_REMOTES: readonly string[] = ['mf-blog', 'mf-learning', 'mf-matrix', 'mf-admin'];
