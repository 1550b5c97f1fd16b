import type { LoaderFunctionArgs } from 'react-router-dom';
import { expect, expectTypeOf, test } from 'vitest';
import { type Settling, withoutSentHtml } from '../contract/reads.ts';
import { connect } from './clients.ts';
import { DataError } from './errors.ts';
import { asHtml, reads } from './reads.ts';

connect({ url: 'http://127.0.0.1:1', key: 'none' });

const args = (path: string) =>
  ({ request: new Request(`http://site${path}`), params: { slug: 'a' } }) as unknown as LoaderFunctionArgs;

const missing = async () => {
  throw new DataError('not_found', 'no such row');
};

test('a loader returns its values and the results of its reads', async () => {
  const loader = reads(({ url, params: { slug } }) => ({
    slug,
    page: Number(url.searchParams.get('seite')),
    title: async () => 'Titel',
    missing,
  }));
  const data = loader(args('/x?seite=2'));
  expectTypeOf(data.page).toEqualTypeOf<number>();
  expectTypeOf(data.title).toEqualTypeOf<Settling<string>>();
  expect([data.slug, data.page, await data.title, await data.missing]).toEqual([
    'a',
    2,
    { ok: true, data: 'Titel' },
    { ok: false, code: 'not_found' },
  ]);
});

test('on a server, a read as HTML is left out of the document unless it failed', async () => {
  const loader = reads(() => ({ text: asHtml(async () => 'Text'), missing: asHtml(missing) }));
  const data = loader(args('/x'));
  const settled = { text: await data.text, missing: await data.missing };
  expect(settled.text).toEqual({ ok: true, data: 'Text' });
  expect(JSON.parse(JSON.stringify(settled, withoutSentHtml))).toEqual({
    text: null,
    missing: { ok: false, code: 'not_found' },
  });
});
