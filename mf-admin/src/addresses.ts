import { address } from '@ki/shared/contract/address.ts';
import { paths } from '@ki/shared/contract/paths.ts';

export const addresses = {
  dashboard: paths.admin,
  newPost: '/admin/posts/new',
  editPost: address('/admin/posts/edit/:id'),
  workflows: '/admin/workflows',
  prompts: '/admin/prompts',
  workshops: '/admin/workshops',
  newWorkshop: '/admin/workshops/new',
  editWorkshop: address('/admin/workshops/edit/:id'),
  courses: '/admin/courses',
  newCourse: '/admin/courses/new',
  editCourse: address('/admin/courses/edit/:id'),
  courseBuilder: address('/admin/courses/builder/:id'),
  ads: '/admin/ads',
  newAd: '/admin/ads/new',
  editAd: address('/admin/ads/edit/:id'),
  trash: '/admin/trash',
  history: address('/admin/history/:record'),
  historyChangeSet: address('/admin/history/:record/:changeSet'),
  site: '/admin/site',
  accounts: '/admin/accounts',
  platform: '/admin/platform',
  signOut: '/admin/sign-out',
} as const;
