import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { AXES } from '../../model/axes.ts';
import { addressOf, QUERY, readView, START } from '../../model/view.ts';
import { loader, WORKSHOP, type WorkshopData, workshopLoader } from './loader.ts';

const TITLE = 'Workshop Program: AI in Adult Education';
const DESCRIPTION =
  'Alle Workshops zu KI in der Erwachsenenbildung auf einen Blick: nach Kategorie, Zielgruppe und Niveau geordnet.';

/** What is filtered is already here: another query needs no reading. A retry asks for the same address again. */
const unlessQueryChanged = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

const workshopIn = (url: URL) => readView(url.searchParams).workshop;

/** The dialog reads when another workshop is opened, and when it is asked to try again. */
const whenWorkshopChanged = (change: ShouldRevalidateFunctionArgs) =>
  workshopIn(change.currentUrl) !== workshopIn(change.nextUrl) || unlessQueryChanged(change);

function head({ data: { workshop }, url }: HeadContext<WorkshopData>) {
  if (workshop?.ok) {
    const { id, title } = workshop.data;
    const description = AXES.map(({ key }) => workshop.data[key]).join(' · ');
    return { title, description, canonical: paths.matrixWorkshop(id) };
  }
  const { page } = readView(url.searchParams);
  const canonical = addressOf({ ...START, page });
  return { title: TITLE, description: DESCRIPTION, ...(workshop === null ? { canonical } : { noindex: true }) };
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

/** A dialog that is open keeps the rest of the page away, which HTML alone does not. */
const hydrate = (url: URL) => (workshopIn(url) === null ? 'interaction' : 'load');

export const matrixRoute = defineRoute({
  id: 'matrix-page',
  path: paths.matrix,
  hydrate,
  early: 'matrix',
  loader,
  shouldRevalidate: unlessQueryChanged,
  lazy: () => import(/* webpackChunkName: "matrix-page" */ './page.tsx'),
  children: [workshopRoute],
});
