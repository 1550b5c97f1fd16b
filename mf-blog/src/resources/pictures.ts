import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { pictureResource } from '@ki/shared/metadata/share-picture.ts';
import { findCategory } from '../data/categories.ts';
import { readPageRow } from '../data/pages.ts';
import { readPostFacts } from '../data/posts.ts';
import { CATEGORY_PREVIEW, HOME_PREVIEW, PAGE_PREVIEW, PREVIEW } from '../model/addresses.ts';
import { categoryPicture, homePicture, pagePicture, postPicture } from '../model/pictures.ts';

export const pictures: readonly Resource[] = [
  pictureResource(HOME_PREVIEW, async () => homePicture()),
  pictureResource(PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
    postPicture(await readPostFacts(reader, slug)),
  ),
  pictureResource(PAGE_PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
    pagePicture(await readPageRow(reader, slug)),
  ),
  pictureResource(CATEGORY_PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
    categoryPicture(await findCategory(reader, slug)),
  ),
];
