import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { listTitles } from '../../data/list-titles.ts';

export const ADDRESS = '/template';
export const TITLE = 'Template';

const loader = reads(() => ({ titles: listTitles }));

export type Data = ReturnType<typeof loader>;

export const route = defineRoute({
  id: 'template-page',
  path: ADDRESS,
  // The server drops query keys that are not listed here.
  query: [],
  loader,
  head: () => ({ title: TITLE, description: `${TITLE}.` }),
});
