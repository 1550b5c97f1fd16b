import { expect, test } from 'vitest';
import { type Site, sentSite, siteOfDocument, UNNAMED_SITE } from './site.ts';

const details = { description: 'Text', country: 'CH', socialLinks: [] } as unknown as Site['details'];
const COVER = { ground: '#000000', near: '#111111', far: '#222222', line: '#333333', spark: '#444444' };
const FORMATS = { months: ['janvier'], longDate: '{d} {M} {y}' } as Partial<Site['formats']> as Site['formats'];
const full: Site = {
  name: 'Schule',
  shortName: 'Sch',
  claim: 'Lernen',
  language: 'fr',
  locale: 'fr-CH',
  currency: 'EUR',
  timeZone: 'Europe/Paris',
  logo: '/logo.svg',
  logoSize: [60, 20],
  covers: { banner: { light: COVER, dark: COVER } },
  formats: FORMATS,
  menu: [{ label: 'A', address: '/' }],
  footer: [{ label: 'B', address: 'https://example.com/' }],
  details,
};

const nothing = { claim: '', menu: [], footer: [] };
const cross = (site: Site, isShown: boolean) => JSON.parse(JSON.stringify(sentSite(site, isShown)));

test.each<Site>([full, { ...full, shortName: 'Schule' }, UNNAMED_SITE])('a document carries the site: %j', (site) => {
  expect(siteOfDocument(cross(site, false), nothing)).toEqual({ ...site, details: null });
  const { claim, menu, footer } = site;
  expect(siteOfDocument(cross(site, true), { claim, menu, footer })).toEqual({ ...site, details: null });
});

test('what the page shows, what every site has, details and a short name that is the name are not sent', () => {
  const { claim, menu } = full;
  expect(sentSite({ ...UNNAMED_SITE, name: 'Schule', shortName: 'Schule', claim, menu, details }, true)).toEqual({
    name: 'Schule',
  });
});
