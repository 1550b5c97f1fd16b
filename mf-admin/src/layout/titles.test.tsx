import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { layoutRoute } from './route.ts';

const withChildren = (route: RouteObject): RouteObject[] => [route, ...(route.children ?? []).flatMap(withChildren)];

const titleOf = ({ handle }: RouteObject) =>
  (handle as RouteHandle | undefined)?.head?.({ data: undefined, params: {}, url: new URL('https://a.example') }).title;

test('the title of each screen but that of the area says that it is for staff', () => {
  const titles = (layoutRoute.children ?? [])
    .flatMap(withChildren)
    .map(titleOf)
    .filter((title) => title !== undefined);
  expect(titles).toContain('Workshops – Admin');
  expect(titles.filter((title) => !/^\S.* – Admin$/.test(title))).toEqual([]);
  expect(titles.length).toBeGreaterThan(30);
  expect(titleOf(layoutRoute)).toBe('Admin');
});
