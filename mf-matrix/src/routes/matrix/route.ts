import { defineRoute, withQueryAliases } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { collection } from '@ki/shared/metadata/json-ld.ts';
import { pictureAddress } from '@ki/shared/metadata/share-picture.ts';
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { listMatrix, readTitle, readWorkshop } from '../../data/matrix.ts';
import { AXES } from '../../model/axes.ts';
import { type Sent, sentFor } from '../../model/listing.ts';
import { MATRIX_PREVIEW } from '../../model/metadata.ts';
import { addressOf, PARAMETER, readView, START, toggledAddress, type View } from '../../model/view.ts';
import { DEFAULT_TITLE, placeOf, WORKSHOP } from '../../model/workshop.ts';

const QUERY: readonly string[] = [...AXES.map(({ parameter }) => parameter), ...Object.values(PARAMETER)];
const ALIASES: Readonly<Record<string, string>> = {
  q: PARAMETER.text,
  view: PARAMETER.layout,
  toggle: PARAMETER.toggle,
  ...Object.fromEntries(AXES.map(({ key, parameter }) => [key, parameter])),
};

/** The server sends what the view shows; browsers keep the whole matrix, which every view is made from. */
async function readMatrix(reader: Reader, view: View): Promise<Sent> {
  const matrix = await listMatrix(reader);
  return typeof document === 'undefined' ? sentFor(view, matrix) : matrix;
}

export const loader = reads(({ url: { searchParams } }) => {
  const toggled = toggledAddress(searchParams);
  if (toggled !== null) throw redirect(toggled);
  return { matrix: (reader) => readMatrix(reader, readView(searchParams)) };
});

export type MatrixData = ReturnType<typeof loader>;

const workshopLoader = reads(({ url }) => {
  const id = readView(url.searchParams).workshop;
  return { id, title: readTitle, workshop: id === null ? null : (reader) => readWorkshop(reader, id, 4) };
});

export type WorkshopData = ReturnType<typeof workshopLoader>;

const DESCRIPTION = 'Alle Workshops auf einen Blick: nach Kategorie, Zielgruppe und Niveau geordnet.';

/** Another query filters the loaded data; a retry navigates to the same address and reloads. */
const unlessQueryChanged = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

const workshopIn = (url: URL) => readView(url.searchParams).workshop;

/** The dialog's data load when another workshop is opened, and on a retry. */
const whenWorkshopChanged = (change: ShouldRevalidateFunctionArgs) =>
  workshopIn(change.currentUrl) !== workshopIn(change.nextUrl) || unlessQueryChanged(change);

function head({ data: { title: read, workshop }, url }: HeadContext<WorkshopData>) {
  if (workshop?.ok) {
    const { id, title } = workshop.data;
    return { title, description: placeOf(workshop.data), canonical: paths.matrixWorkshopPage({ workshop: id }) };
  }
  const { page } = readView(url.searchParams);
  const canonical = addressOf({ ...START, page });
  const title = read.ok ? read.data : DEFAULT_TITLE;
  return {
    title,
    description: DESCRIPTION,
    ...(workshop === null ? { canonical } : { noindex: true }),
    ...(typeof document === 'undefined' && {
      image: pictureAddress(MATRIX_PREVIEW, { title }),
      jsonLd: [collection({ name: title, path: paths.matrix }, url.origin)],
    }),
  };
}

const workshopRoute = defineRoute({
  id: WORKSHOP,
  index: true,
  element: null,
  query: QUERY,
  loader: workshopLoader,
  shouldRevalidate: whenWorkshopChanged,
  head,
});

/** HTML alone cannot make an open dialog modal. */
const hydrate = (url: URL) => (workshopIn(url) === null ? 'interaction' : 'load');

export const matrixRoute = withQueryAliases(
  defineRoute({
    id: 'matrix-page',
    path: paths.matrix,
    hydrate,
    preHydration: 'matrix',
    loader,
    shouldRevalidate: unlessQueryChanged,
    children: [workshopRoute],
  }),
  ALIASES,
);
