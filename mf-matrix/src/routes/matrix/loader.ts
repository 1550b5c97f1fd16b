import type { Reader } from '@ki/shared/contract/reader.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { listMatrix } from '../../data/list-matrix.ts';
import { readWorkshop } from '../../data/read-workshop.ts';
import { type Sent, sentFor } from '../../model/listing.ts';
import { readView, toggledAddress, type View } from '../../model/view.ts';

/** A document carries what it shows; in the browser every view is of the whole matrix. */
async function readMatrix(open: Reader, view: View): Promise<Sent> {
  const matrix = await listMatrix(open);
  return typeof document === 'undefined' ? sentFor(view, matrix) : matrix;
}

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const elsewhere = toggledAddress(query);
  if (elsewhere !== null) throw redirect(elsewhere);
  return { matrix: settle(reader().then((open) => readMatrix(open, readView(query)))) };
}

export type MatrixData = ReturnType<typeof loader>;

/** Id of the part that holds the open workshop. */
export const WORKSHOP = 'matrix-workshop';

export function workshopLoader({ request }: LoaderFunctionArgs) {
  const id = readView(new URL(request.url).searchParams).workshop;
  return { id, workshop: id === null ? null : settle(reader().then((open) => readWorkshop(open, id))) };
}

export type WorkshopData = ReturnType<typeof workshopLoader>;
