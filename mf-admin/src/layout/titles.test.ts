import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { remote } from '../module.ts';
import { layoutRoute } from './route.ts';

const headOf = ({ handle }: RouteObject) => (handle as RouteHandle | undefined)?.head;

function titleAt(address: string): string | undefined {
  const url = new URL(address, 'http://localhost');
  const match = matchRoutes([...remote.routes], url.pathname)?.at(-1);
  return match && headOf(match.route)?.({ data: undefined, params: match.params, url }).title;
}

const builder = addresses.courseBuilder({ id: '1' });

test.each([
  [addresses.dashboard, 'Dashboard'],
  [addresses.newPost, 'New Post'],
  [addresses.editPost({ id: '1' }), 'Edit Post'],
  [addresses.calendar, 'Calendar'],
  [addresses.ads, 'Ads Management'],
  [addresses.newAd, 'Create New Ad'],
  [addresses.editAd({ id: '1' }), 'Edit Ad'],
  [addresses.prompts, 'Prompts'],
  [addresses.workshops, 'Workshops'],
  [addresses.newWorkshop, 'New Workshop'],
  [addresses.editWorkshop({ id: '1' }), 'Edit Workshop'],
  [addresses.trash, 'Trash'],
  [addresses.workflows, 'Workflows'],
  [addresses.courses, 'Online Courses'],
  [addresses.newCourse, 'New Course'],
  [addresses.editCourse({ id: '1' }), 'Edit Course'],
  [builder, 'Course Builder'],
  [`${builder}?new-module=`, 'New Module'],
  [`${builder}?edit-module=1`, 'Edit Module'],
  [`${builder}?new-lesson=1`, 'New Lesson'],
  [`${builder}?edit-lesson=1`, 'Edit Lesson'],
  [`${builder}?preview=1`, 'Lesson Preview'],
  [addresses.pictures, 'Pictures'],
  [addresses.editPicture({ id: '1' }), 'Edit Picture'],
  [addresses.categories, 'Categories'],
  [addresses.newCategory, 'New Category'],
  [addresses.editCategory({ id: '1' }), 'Edit Category'],
  [addresses.workshopCategories, 'Workshop Categories'],
  [addresses.newWorkshopCategory, 'New Workshop Category'],
  [addresses.editWorkshopCategory({ id: '1' }), 'Edit Workshop Category'],
  [addresses.courseCategories, 'Course Categories'],
  [addresses.newCourseCategory, 'New Course Category'],
  [addresses.editCourseCategory({ id: '1' }), 'Edit Course Category'],
  [addresses.matrix, 'Workshop Matrix'],
  [addresses.newMatrixWorkshop, 'New Matrix Workshop'],
  [addresses.editMatrixWorkshop({ id: '1' }), 'Edit Matrix Workshop'],
  [addresses.matrixCategories, 'Matrix Categories'],
  [addresses.newMatrixCategory, 'New Matrix Category'],
  [addresses.editMatrixCategory({ id: '1' }), 'Edit Matrix Category'],
  [addresses.targetGroups, 'Target Groups'],
  [addresses.newTargetGroup, 'New Target Group'],
  [addresses.editTargetGroup({ id: '1' }), 'Edit Target Group'],
  [addresses.levels, 'Levels'],
  [addresses.newLevel, 'New Level'],
  [addresses.editLevel({ id: '1' }), 'Edit Level'],
  [addresses.dimensions, 'Dimensions'],
  [addresses.newDimension, 'New Dimension'],
  [addresses.editDimension({ id: '1' }), 'Edit Dimension'],
  [addresses.transfer, 'Import & Export'],
  [addresses.pages, 'Pages'],
  [addresses.newPage, 'New Page'],
  [addresses.editPage({ id: '1' }), 'Edit Page'],
  [addresses.pageTemplates, 'Page Templates'],
  [addresses.links, 'Menu and Footer'],
  [addresses.newLink, 'New Link'],
  [addresses.editLink({ id: '1' }), 'Edit Link'],
  [addresses.accounts, 'Accounts'],
  [addresses.platform, 'Platform'],
  ['/admin/nowhere', 'Page not found'],
])('the title of %s is %s', (address, title) => {
  expect(titleAt(address)).toBe(title);
});

test('every page has a title that no other page has', () => {
  const dataOnly: readonly (string | undefined)[] = [addresses.history.pattern, addresses.historyChangeSet.pattern];
  const pages = (layoutRoute.children ?? []).filter(
    ({ path, lazy, Component }) => (lazy ?? Component) && !dataOnly.includes(path),
  );
  const url = new URL('http://localhost/admin');
  const titles = pages.map((page) => headOf(page)?.({ data: undefined, params: {}, url }).title);
  expect(titles).not.toContain(undefined);
  expect(new Set(titles).size).toBe(titles.length);
});
