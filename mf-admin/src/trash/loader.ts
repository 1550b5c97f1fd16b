import { loadList } from '../records/list-loader.ts';
import { listTrash } from './data/list-trash.ts';

export const loader = loadList(listTrash);

export type TrashData = ReturnType<typeof loader>;
