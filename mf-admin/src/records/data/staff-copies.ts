import type { ReadCopies } from '@ki/shared/contract/pictures.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { copiesBy } from '@ki/shared/data/picture-copies.ts';

/** For previews. */
export const staffCopies: ReadCopies = async (addresses) => copiesBy(await staffClient())(addresses);
