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
  [addresses.ads, 'Ads Management'],
  [addresses.newAd, 'Create New Ad'],
  [addresses.editAd({ id: '1' }), 'Edit Ad'],
  [addresses.courses, 'Online Courses'],
  [builder, 'Course Builder'],
  [`${builder}?new-module=`, 'New Module'],
  [`${builder}?edit-module=1`, 'Edit Module'],
  [`${builder}?new-lesson=1`, 'New Lesson'],
  [`${builder}?edit-lesson=1`, 'Edit Lesson'],
  [`${builder}?preview=1`, 'Lesson Preview'],
  [addresses.editWorkshopCategory({ id: '1' }), 'Edit Workshop Category'],
  [addresses.newMatrixWorkshop, 'New Matrix Workshop'],
  ['/admin/nowhere', 'Page not found'],
])('the title of %s is %s', (address, title) => {
  expect(titleAt(address)).toBe(`${title} – Admin`);
});

test('every page has a title that no other page has, and which says that it is for staff', () => {
  const dataOnly: readonly (string | undefined)[] = [addresses.history.pattern, addresses.historyChangeSet.pattern];
  const pages = (layoutRoute.children ?? []).filter(
    ({ path, lazy, Component }) => (lazy ?? Component) && !dataOnly.includes(path),
  );
  const url = new URL('http://localhost/admin');
  const titles = pages.map((page) => headOf(page)?.({ data: undefined, params: {}, url }).title ?? '');
  expect(titles.length).toBeGreaterThan(30);
  expect(titles.filter((title) => !/^\S.* – Admin$/.test(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});
