import { withPage } from '@ki/shared/contract/define-route.ts';
import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { categoryRoute } from './routes/category/route.ts';
import { homeRoute } from './routes/home/route.ts';
import { pageRoute } from './routes/page/route.ts';
import { postRoute } from './routes/post/route.ts';
import { searchRoute } from './routes/search/route.ts';
import { onServer } from './server.ts';

/** The blog and the search. */
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-blog',
  routes: [
    withPage(homeRoute, () => import(/* webpackChunkName: "blog-home" */ './routes/home/page.tsx')),
    withPage(postRoute, () => import(/* webpackChunkName: "blog-post" */ './routes/post/page.tsx')),
    withPage(categoryRoute, () => import(/* webpackChunkName: "blog-category" */ './routes/category/page.tsx')),
    withPage(searchRoute, () => import(/* webpackChunkName: "blog-search" */ './routes/search/page.tsx')),
    withPage(pageRoute, () => import(/* webpackChunkName: "blog-page" */ './routes/page/page.tsx')),
  ],
  // The build for browsers leaves it out.
  ...(typeof document === 'undefined' && onServer),
};
