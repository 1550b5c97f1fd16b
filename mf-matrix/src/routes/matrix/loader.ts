import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { listMatrix } from '../../data/list-matrix.ts';
import { readWorkshop } from '../../data/read-workshop.ts';
import { readView, toggledAddress } from '../../model/view.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const elsewhere = toggledAddress(new URL(request.url).searchParams);
  if (elsewhere !== null) throw redirect(elsewhere);
  return { matrix: settle(reader().then(listMatrix)) };
}

export type MatrixData = ReturnType<typeof loader>;

/** Id of the part that holds the open workshop. */
export const WORKSHOP = 'matrix-workshop';

export function workshopLoader({ request }: LoaderFunctionArgs) {
  const id = readView(new URL(request.url).searchParams).workshop;
  return { id, workshop: id === null ? null : settle(reader().then((open) => readWorkshop(open, id))) };
}

export type WorkshopData = ReturnType<typeof workshopLoader>;
