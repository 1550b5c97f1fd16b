import { UNREAD } from '../kinds/form-fields.tsx';
import { recordPage } from '../records/record-page.tsx';
import { workshop } from './workshop-record.ts';

export const Component = recordPage(workshop, {
  optionsOf: (categories) => ({ categoryId: categories }),
  unread: { options: UNREAD, title: 'The categories could not be loaded.' },
});
