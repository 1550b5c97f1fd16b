import { addresses } from '../addresses.ts';
import { recordPage } from '../records/record-page.tsx';
import { WorkshopForm } from './workshop-form.tsx';
import { workshop } from './workshop-record.ts';

export const Component = recordPage({
  kind: workshop,
  Form: WorkshopForm,
  unread: { beside: [], title: 'The categories could not be loaded.' },
  list: addresses.workshops,
});
