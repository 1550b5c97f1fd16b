import { expect, test } from 'vitest';
import { type Site, sentSite, siteOfDocument, UNNAMED_SITE } from './site.ts';

const details = {
  description: 'Text',
  brandColor: '#000000',
  accentColor: '#000000',
  contactEmail: 'a@example.com',
  legalName: '',
  phone: '',
  street: '',
  postalCode: '',
  city: '',
  country: 'CH',
  socialLinks: [],
};
const full: Site = {
  name: 'Schule',
  shortName: 'Sch',
  claim: 'Lernen',
  language: 'fr',
  locale: 'fr-CH',
  currency: 'EUR',
  timeZone: 'Europe/Paris',
  logo: '/logo.svg',
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

test('what the page shows, what every site has, details and a repeated name are not sent', () => {
  const { claim, menu } = full;
  expect(sentSite({ ...UNNAMED_SITE, name: 'Schule', shortName: 'Schule', claim, menu, details }, true)).toEqual({
    name: 'Schule',
  });
});
