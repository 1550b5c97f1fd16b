import type { RemoteModule, Resource } from '@ki/shared/contract/remote-module.ts';
import { orMissing } from '@ki/shared/data/errors.ts';
import { pictureResource } from '@ki/shared/metadata/share-picture.ts';
import { countAddressPages, listAddresses } from './data/full-lists.ts';
import { formerPage, readPageRow } from './data/pages.ts';
import { findCategory, readPostFacts } from './data/posts.ts';
import { texts } from './data/texts.ts';
import { CATEGORY_FEED, CATEGORY_PREVIEW, HOME_PREVIEW, PAGE_PREVIEW, PREVIEW, SITE_FEED } from './model/addresses.ts';
import { categoryPicture, homePicture, pagePicture, postPicture } from './model/metadata.ts';

const redirect = (location: string) =>
  new Response(null, { status: 308, headers: { location, 'cache-control': 'no-cache' } });

const pagePreview = pictureResource(PAGE_PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
  pagePicture(await readPageRow(reader, slug)),
);

/** It is not below the address of its page, so that the redirect of a former one does not cover it. */
const pagePreviewOrRedirect: Resource = {
  ...pagePreview,
  async respond(context) {
    const response = await pagePreview.respond(context);
    if (response.status !== 404) return response;
    const current = await formerPage(context.reader, context.params.slug ?? '');
    if (current === undefined) return response;
    return current === null ? new Response('gone\n', { status: 410 }) : redirect(PAGE_PREVIEW({ slug: current }));
  },
};

const pictures: readonly Resource[] = [
  pictureResource(HOME_PREVIEW, async () => homePicture()),
  pictureResource(PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
    postPicture(await readPostFacts(reader, slug)),
  ),
  pagePreviewOrRedirect,
  pictureResource(CATEGORY_PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
    categoryPicture(await findCategory(reader, slug)),
  ),
];

// Evaluated with the first feed: the renderer of Markdown takes 2 MB in each version that a worker has loaded.
const feed = (path: string): Resource => ({
  path,
  respond: orMissing(async (context) => (await import('./resources/feeds.ts')).feedAnswer(context)),
});

const formerFeed = (path: string, current: (slug: string) => string): Resource => ({
  path,
  respond: async ({ params: { slug = '' } }) => redirect(current(slug)),
});

export const resources: readonly Resource[] = [
  feed(SITE_FEED),
  feed(CATEGORY_FEED.pattern),
  formerFeed('/atom.xml', () => SITE_FEED),
  formerFeed('/category/:slug/atom.xml', (slug) => CATEGORY_FEED({ slug })),
  ...pictures,
];

export const onServer = {
  resources,
  sitemap: listAddresses,
  sitemapPages: countAddressPages,
  texts,
} satisfies Partial<RemoteModule>;
