import { connect } from '@ki/shared/data/clients.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { loader } from './route.ts';

const COUNT = 150;
const axis = [{ id: 'a', code: 'A', name: 'Wert A' }];
const workshops = Array.from({ length: COUNT }, (_, index) => ({
  ...{ id: `w${index}`, title: `Titel ${index}`, duration_hours: 1, price_chf: 1 },
  ...{ category_id: 'a', target_group_id: 'a', level_id: 'a' },
}));

/** A backend with more workshops than a page shows. */
const backend: typeof fetch = async (input) => {
  const rows = String(input instanceof Request ? input.url : input).includes('/matrix_workshops') ? workshops : axis;
  return Response.json(rows, { headers: { 'content-range': `0-${rows.length - 1}/${rows.length}` } });
};
beforeAll(() => connect({ url: 'http://backend', key: 'none', fetch: backend }));

async function loaded(query: string) {
  const request = new Request(`http://site/course-matrix${query}`);
  const result = await loader({ request } as Parameters<typeof loader>[0]).matrix;
  return result.ok ? result.data : result;
}

test('On the server, a large matrix is loaded as the excerpt of the view', async () => {
  expect(await loaded('?seite=2')).toMatchObject({ total: COUNT, listing: { page: { first: 101, last: 150 } } });
  expect(await loaded('?seite=2')).not.toHaveProperty('workshops');
});

test('In the browser, a large matrix is loaded whole', async () => {
  vi.stubGlobal('document', {});
  expect(await loaded('?seite=2')).toMatchObject({ workshops: { length: COUNT } });
});
