import { addresses } from '../addresses.ts';
import { loadRecord } from '../records/record-loader.ts';
import { recordRoutes } from '../records/record-routes.ts';
import { ad } from './ad-record.ts';
import { listOffers } from './data/list-offers.ts';

export const adRoutes = recordRoutes({
  name: 'ad',
  paths: { new: addresses.newAd, edit: addresses.editAd.pattern },
  texts: ad.texts,
  loader: loadRecord(ad, listOffers),
  lazy: () => import(/* webpackChunkName: "admin-ad" */ './record-page.tsx'),
});
