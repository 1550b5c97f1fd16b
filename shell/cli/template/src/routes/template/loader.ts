import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import { listTitles } from '../../data/list-titles.ts';

export const loader = () => ({ titles: settle(reader().then(listTitles)) });

export type Data = ReturnType<typeof loader>;
