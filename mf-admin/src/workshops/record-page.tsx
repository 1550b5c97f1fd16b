import { UNREAD } from '../kinds/form-fields.tsx';
import { RICH } from '../records/form/rich-controls.tsx';
import { recordPage } from '../records/record-page.tsx';
import { workshop } from './workshop-record.ts';

export const Component = recordPage(workshop, {
  rich: RICH,
  optionsOf: (categories) => ({ categoryId: categories }),
  unread: { options: UNREAD, title: 'The categories could not be loaded.' },
});
