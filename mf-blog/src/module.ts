import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { resources } from './resources/resources.ts';
import { categoryRoute } from './routes/category/route.ts';
import { homeRoute } from './routes/home/route.ts';
import { postRoute } from './routes/post/route.ts';
import { searchRoute } from './routes/search/route.ts';

const addresses = () => import(/* webpackChunkName: "blog-addresses" */ './data/list-addresses.ts');

/** The blog and the search: what the shell mounts. */
export const remote: RemoteModule = {
  contract: CONTRACT,
  id: 'mf-blog',
  routes: [homeRoute, postRoute, categoryRoute, searchRoute],
  resources,
  sitemap: async (reader, page) => (await addresses()).listAddresses(reader, page),
  sitemapPages: async (reader) => (await addresses()).countAddressPages(reader),
};
