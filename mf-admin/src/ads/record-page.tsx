import { addresses } from '../addresses.ts';
import { recordPage } from '../records/record-page.tsx';
import { AdForm } from './ad-form.tsx';
import { ad } from './ad-record.ts';

export const Component = recordPage({
  kind: ad,
  Form: AdForm,
  unread: { beside: { workshops: [], courses: [] }, title: 'Workshops and courses could not be loaded.' },
  list: addresses.ads,
});
