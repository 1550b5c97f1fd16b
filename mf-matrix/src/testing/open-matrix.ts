import { connect, reader } from '@ki/shared/data/clients.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, waitFor } from '@testing-library/react';
import { expect, inject, onTestFinished } from 'vitest';
import { listMatrix } from '../data/matrix.ts';
import type { Matrix, Workshop } from '../model/workshop.ts';
import { remote } from '../module.ts';

/** Workshops of the embedded seed. */
export const SEEDED = 54;

/** The whole matrix; also loads the page's code, so that it is never later than its data. */
export async function readMatrix(): Promise<Matrix> {
  await import('../routes/matrix/page.tsx');
  return listMatrix(await reader());
}

/** The workshops that have all of these values. */
export const having = ({ workshops }: Matrix, part: Partial<Workshop>) =>
  workshops.filter((workshop) => Object.entries(part).every(([key, value]) => Reflect.get(workshop, key) === value));

export function firstOf({ workshops: [workshop] }: Matrix): Workshop {
  if (!workshop) throw new Error('there is no workshop');
  return workshop;
}

export const open = (address = '/course-matrix') => renderRoute(remote.routes, address);

/** Holds back the requests of the running test until the returned function is called. */
export function holdReads(): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  replaceFetch(async (...request) => {
    await released;
    return fetch(...request);
  });
  return release;
}

/** Fails the requests of the running test until the returned function is called. */
export function failReads(): () => void {
  return replaceFetch(async () => Response.error());
}

function replaceFetch(replacement: typeof fetch): () => void {
  const { url, publishableKey: key } = inject('backend');
  const restore = () => connect({ url, key });
  connect({ url, key, fetch: replacement });
  onTestFinished(restore);
  return restore;
}

export const counter = (shown: number, total = SEEDED) => screen.findByText(`Showing ${shown} of ${total} workshops`);
export const searchBox = () => screen.getByPlaceholderText<HTMLInputElement>('Search workshop titles...');
export const chip = (name: string) => screen.getByRole('button', { name });
export const cards = () => screen.queryAllByRole('article');

export const theDialog = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });

export const openDialog = () =>
  waitFor(() => {
    expect(theDialog().open).toBe(true);
    return theDialog();
  });
