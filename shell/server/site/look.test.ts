import { UNNAMED_SITE } from '@ki/shared/contract/site.ts';
import { siteOf } from '@ki/shared/data/site.ts';
import { TOKENS } from '@ki/shared/ui/global-style.tsx';
import { coverPalettes } from '@ki/shared/ui/media/cover-art.ts';
import { dark, inBoth, light, tokensOf } from '@ki/shared/ui/schemes.ts';
import { afterEach, expect, test } from 'vitest';
import { errorPage, UNAVAILABLE } from '../document/error-page.ts';
import { siteRow } from '../testing/site-row.ts';
import { applyLook, FAVICON, lookOf, siteFile } from './look.ts';

const at = (row: Parameters<typeof siteRow>[0]) => lookOf(siteOf(siteRow(row)));
const GREEN = { brand_color: '#0a7d4f', accent_color: '#ffd27a' };
const dataUrl = (type: string, body: string | Buffer) => `data:${type};base64,${Buffer.from(body).toString('base64')}`;

afterEach(() => {
  applyLook(lookOf(UNNAMED_SITE));
  applyLook(lookOf(UNNAMED_SITE));
});

test('the default colours and formats add nothing to a document and no file', () => {
  const { site, style, linkColor, files } = at({});
  expect([style, linkColor, files.size, site.covers, site.formats, site.logo]).toEqual(['', null, 0, null, null, null]);
});

test('other colours set every token that differs, in both schemes and stronger than the global style', () => {
  const { style, site } = at(GREEN);
  expect(style).toMatch(/^<style>html:root,html:root dialog\{[^}]*\}<\/style>$/);
  expect(TOKENS).toMatch(/^\s*:root, dialog \{/);
  const stored = (property: string) => new RegExp(`${property}:([^;]+);`).exec(style)?.[1];
  expect(stored('--c-brand')).toMatch(/^light-dark\(#0a7d4f,#\w+\)$/);
  expect(stored('--c-danger')).toBeUndefined();
  const defaults = tokensOf(light).map(([name, property, day]) => [stored(property), inBoth(day, dark[name])]);
  expect(defaults.filter(([own, other]) => own === other)).toEqual([]);
  expect(stored('--c-ground')).toBeDefined();
  expect(site.covers?.banner).not.toEqual(coverPalettes.banner);
});

test('a logo gets an address of its own, which changes with its content, and its size', () => {
  const png = Buffer.alloc(33);
  png.writeUInt32BE(120, 16);
  png.writeUInt32BE(40, 20);
  const { site, files } = at({ logo: dataUrl('image/png', png) });
  expect([site.logo, site.logoSize]).toEqual([expect.stringMatching(/^\/_site\/logo-[\w-]{16}\.png$/), [120, 40]]);
  expect(files.get(site.logo ?? '')).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      'x-content-type-options': 'nosniff',
    },
    body: png,
  });
  expect(at({ logo: dataUrl('image/png', Buffer.alloc(34)) }).site.logo).not.toBe(site.logo);
});

test.each([
  ['<svg viewBox="0 0 30.5 20">', [31, 20]],
  ['<svg width="48px" height=\'16\' viewBox="0 0 3 1">', [48, 16]],
  ['<svg width="100%" height="100%" viewBox="0,0,90,30">', [90, 30]],
  ['<svg>', [64, 64]],
])('the size of %s', (root, size) => {
  expect(at({ logo: dataUrl('image/svg+xml', root) }).site.logoSize).toEqual(size);
});

test('the icon follows colours and logo; the default one is the file of the build', () => {
  expect(siteFile(FAVICON)).toBeUndefined();
  applyLook(at(GREEN));
  expect(String(siteFile(FAVICON)?.body)).toContain('#ffd27a');
  const logo = dataUrl('image/svg+xml', '<svg viewBox="0 0 1 1"/>');
  applyLook(at({ ...GREEN, logo }));
  expect(String(siteFile(FAVICON)?.body)).toContain(`<image href="${logo}"`);
});

test('a page of a moment ago still finds the logo before', () => {
  const first = at({ logo: dataUrl('image/png', Buffer.alloc(33)) });
  applyLook(first);
  applyLook(at({}));
  expect(siteFile(first.site.logo ?? '')?.status).toBe(200);
  expect(siteFile('/_site/logo-nothing.png')).toBeUndefined();
});

test('error pages have the links of the site in its colour', () => {
  const before = errorPage(503, UNAVAILABLE);
  const look = at(GREEN);
  applyLook(look);
  const { body, headers } = errorPage(503, UNAVAILABLE);
  expect(body).toContain(`a{color:${look.linkColor}}`);
  expect(headers?.['content-security-policy']).not.toBe(before.headers?.['content-security-policy']);
});
