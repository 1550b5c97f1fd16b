import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { picture } from '../media/model/picture-record.ts';
import { loadRecord } from '../records/routes.ts';
import type { LibraryData } from './data/pictures.ts';
import { libraryQueryOf } from './model/library-query.ts';

// In the chunks of the pages, as no other page of the admin needs them.
const library = () => import(/* webpackChunkName: "admin-pictures" */ '../media/data/library.ts');
const olderTexts = () => import(/* webpackChunkName: "admin-pictures" */ './data/older-texts.ts');
const details = () => import(/* webpackChunkName: "admin-edit-picture" */ './data/pictures.ts');

function loader({ request }: LoaderFunctionArgs): LibraryData {
  const { search, searchParams } = new URL(request.url);
  const query = libraryQueryOf(searchParams);
  return {
    query,
    list: settleAsStaff(async (client) => (await library()).listPictures(client, query)),
    older:
      search === '' || query.isWithoutAlt
        ? settleAsStaff(async (client) => (await olderTexts()).listOlderTexts(client))
        : null,
  };
}

export const picturesRoute = defineRoute({
  id: 'admin-pictures',
  path: addresses.pictures,
  loader,
  head: () => ({ title: 'Pictures', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-pictures" */ './library-page.tsx'),
});

export const pictureRoute = defineRoute({
  id: 'admin-edit-picture',
  path: addresses.editPicture.pattern,
  loader: ({ params: { id = '' } }: LoaderFunctionArgs) =>
    loadRecord(picture, id, async (client) => (await details()).readDetails(client, id)),
  head: () => ({ title: picture.texts.edit, noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-edit-picture" */ './record-page.tsx'),
});
