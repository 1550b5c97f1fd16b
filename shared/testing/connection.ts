// Connects a worker, once for all of its files: the session of a page follows one client of staff.
import { applySite } from '@ki/shared/contract/site.ts';
import { connect, reader } from '@ki/shared/data/clients.ts';
import { readSite, siteOf } from '@ki/shared/data/site.ts';
import { inject } from 'vitest';

const { url, publishableKey } = inject('backend');
connect({ url, key: publishableKey });
export const seededSite = siteOf(await readSite(await reader()));
applySite(seededSite);
