import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { beginningOf } from '@ki/shared/format/beginning-of.ts';
import { collection } from '@ki/shared/metadata/json-ld.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { readIntro } from '../../data/lists.ts';
import { DESCRIPTION_LENGTH, listWorkshopCategories, listWorkshops, readWorkshop } from '../../data/workshops.ts';
import { FILTER_NAMES, filtersOf, WORKSHOPS } from '../../model/list.ts';
import { WORKSHOPS_PREVIEW } from '../../model/metadata.ts';

const loader = reads(({ url: { searchParams } }) => {
  const filters = { ...filtersOf(searchParams), level: '' } as const;
  return {
    filters,
    intro: (reader) => readIntro(reader, 'workshops'),
    list: (reader) => listWorkshops(reader, filters, askedPage(searchParams)),
    categories: listWorkshopCategories,
  };
});

export type WorkshopsData = ReturnType<typeof loader>;

const detailsLoader = reads(({ url }) => {
  const id = url.searchParams.get(queryKeys.workshop);
  return { id, workshop: id ? (reader) => readWorkshop(reader, id, 3) : null };
});

export type DetailsData = ReturnType<typeof detailsLoader>;

function withoutDetails({ search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete(queryKeys.workshop);
  return query.toString();
}

/** Opening and closing the dialog keeps the list; a navigation to the same address reloads it. */
function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const onlyDetailsChange = currentUrl.href !== nextUrl.href && withoutDetails(currentUrl) === withoutDetails(nextUrl);
  return onlyDetailsChange ? false : defaultShouldRevalidate;
}

const DESCRIPTION = 'Alle Workshops: Themen, Dauer und Plätze.';

/** An open dialog shows what the workshop's own page shows, so that this is the canonical one. */
function head({ data: { workshop }, url: { origin } }: HeadContext<DetailsData>) {
  if (workshop?.ok) {
    const { id, title, subtitle, description } = workshop.data;
    return {
      title,
      description: beginningOf(description || subtitle, DESCRIPTION_LENGTH),
      canonical: paths.workshopPage({ workshop: id }),
    };
  }
  return {
    title: WORKSHOPS.name,
    description: DESCRIPTION,
    noindex: workshop !== null,
    ...(typeof document === 'undefined' && {
      image: WORKSHOPS_PREVIEW,
      jsonLd: [collection(WORKSHOPS, origin)],
    }),
  };
}

export const detailsRoute = defineRoute({ id: 'learning-workshop-details', index: true, loader: detailsLoader, head });

export const workshopsRoute = defineRoute({
  id: 'learning-workshops',
  path: paths.workshops,
  query: [FILTER_NAMES.search, FILTER_NAMES.category, queryKeys.page, queryKeys.workshop],
  // HTML alone cannot make an open dialog modal.
  hydrate: ({ searchParams }) => (searchParams.has(queryKeys.workshop) ? 'load' : 'interaction'),
  loader,
  shouldRevalidate,
});
