import { addresses } from '../addresses.ts';
import { listCategories } from '../records/data/list-categories.ts';
import { loadRecord } from '../records/record-loader.ts';
import { recordRoutes } from '../records/record-routes.ts';
import { post } from './post-record.ts';

export const postRoutes = recordRoutes({
  name: 'post',
  paths: { new: addresses.newPost, edit: addresses.editPost.pattern },
  texts: post.texts,
  loader: loadRecord(post, listCategories('categories')),
  lazy: () => import(/* webpackChunkName: "admin-post" */ './record-page.tsx'),
});
