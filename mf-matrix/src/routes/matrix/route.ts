import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import {
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom';
import { listMatrix } from '../../data/list-matrix.ts';
import { readWorkshop } from '../../data/read-workshop.ts';
import { AXES } from '../../model/axes.ts';
import { addressOf, QUERY, readView, START, toggledAddress } from '../../model/view.ts';
import type { WorkshopDetails } from '../../model/workshop.ts';

const TITLE = 'Workshop Program: AI in Adult Education';
const DESCRIPTION =
  'Alle Workshops zu KI in der Erwachsenenbildung auf einen Blick: nach Kategorie, Zielgruppe und Niveau geordnet.';

export function loader({ request }: LoaderFunctionArgs) {
  const elsewhere = toggledAddress(new URL(request.url).searchParams);
  if (elsewhere !== null) throw redirect(elsewhere);
  return { matrix: settle(reader().then(listMatrix)) };
}

export type MatrixData = ReturnType<typeof loader>;

/** What is filtered is already here: another query needs no reading. A retry asks for the same address again. */
const unlessQueryChanged = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

const workshopIn = (url: URL) => readView(url.searchParams).workshop;

export function workshopLoader({ request }: LoaderFunctionArgs) {
  const id = workshopIn(new URL(request.url));
  return { id, workshop: id === null ? null : settle(reader().then((open) => readWorkshop(open, id))) };
}

export type WorkshopData = ReturnType<typeof workshopLoader>;

/** The dialog reads when another workshop is opened, and when it is asked to try again. */
const whenWorkshopChanged = (change: ShouldRevalidateFunctionArgs) =>
  workshopIn(change.currentUrl) !== workshopIn(change.nextUrl) || unlessQueryChanged(change);

function headOf({ data, url }: HeadContext) {
  const { workshop } = data as { workshop: Result<WorkshopDetails> | null };
  if (workshop?.ok) {
    const { id, title } = workshop.data;
    const description = AXES.map(({ key }) => workshop.data[key]).join(' · ');
    return { title, description, canonical: paths.matrixWorkshop(id) };
  }
  const { page } = readView(url.searchParams);
  const canonical = addressOf({ ...START, page });
  return { title: TITLE, description: DESCRIPTION, ...(workshop === null ? { canonical } : { noindex: true }) };
}

const handle: RouteHandle = { query: QUERY, head: headOf };

/** Id of the part that holds the open workshop. */
export const WORKSHOP = 'matrix-workshop';

export const matrixRoute: RouteObject = {
  id: 'matrix-page',
  path: paths.matrix,
  loader,
  shouldRevalidate: unlessQueryChanged,
  lazy: () => import(/* webpackChunkName: "matrix-page" */ './page.tsx'),
  children: [
    { id: WORKSHOP, index: true, element: null, loader: workshopLoader, shouldRevalidate: whenWorkshopChanged, handle },
  ],
};
