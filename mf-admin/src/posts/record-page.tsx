import { sessionStore } from '@ki/shared/session/session-store.ts';
import { addresses } from '../addresses.ts';
import { recordPage } from '../records/record-page.tsx';
import { PostForm } from './components/post-form.tsx';
import { post } from './post-record.ts';

export const Component = recordPage({
  kind: post,
  Form: PostForm,
  unread: { beside: [], title: 'The categories could not be loaded.' },
  list: addresses.dashboard,
  also: () => ({ author: sessionStore.getState().user?.name ?? '' }),
});
