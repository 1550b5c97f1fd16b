import type { ReadCopies } from '@ki/shared/contract/pictures.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { copiesBy } from '@ki/shared/data/picture-copies.ts';
import { withOwnUploads } from './own-uploads.ts';

/** For previews. */
export const staffCopies: ReadCopies = async (addresses) =>
  withOwnUploads(await copiesBy(await staffClient())(addresses));
