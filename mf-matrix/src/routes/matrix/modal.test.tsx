import { serviceClient } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Matrix } from '../../model/workshop.ts';
import {
  counter,
  firstOf,
  having,
  holdReads,
  open,
  openDialog,
  readMatrix,
  theDialog,
} from '../../testing/open-matrix.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await readMatrix();
});

const GOALS = 'id, title, prerequisites, goals:matrix_workshop_learning_objectives';

test("The modal says 'Loading course details...', then names, prerequisites and a learning goal for each dimension", async () => {
  const rows = serviceClient().from('matrix_workshops').select(`${GOALS}!inner(objective)`);
  const { data } = await rows.not('prerequisites', 'is', null).order('title').limit(1).single().throwOnError();
  const { title, prerequisites, goals } = data;
  open();
  await counter(54);
  const release = holdReads();
  fireEvent.click(screen.getByRole('link', { name: title }));
  await screen.findByText('Loading course details...');
  release();
  const shown = within(await screen.findByRole('dialog', { name: title }));
  await shown.findByRole('heading', { name: 'Prerequisites' });
  shown.getByText(prerequisites ?? '');
  shown.getByRole('heading', { name: 'Learning Goals & Success Criteria' });
  for (const name of ['Wissen', 'Anwendung', 'Reflexion', 'Transfer']) await shown.findByRole('heading', { name });
  expect(shown.getAllByText('Learning Goal')).toHaveLength(4);
  for (const { objective } of goals) shown.getByText(objective);
  const [workshop] = having(matrix, { title });
  for (const axis of ['category', 'group', 'level'] as const) {
    shown.getByText(matrix.axes[axis].find(({ code }) => code === workshop?.[axis])?.name ?? 'no name');
  }
});

test("The modal says 'No detailed learning goals available yet.' and has no prerequisites box where there are none", async () => {
  const rows = serviceClient().from('matrix_workshops').select(`${GOALS}(id)`);
  const { data } = await rows.is('goals', null).limit(1).single().throwOnError();
  open(`/course-matrix?workshop=${data.id}`);
  const shown = within(await openDialog());
  await shown.findByText('No detailed learning goals available yet.');
  expect(shown.queryByText('Prerequisites') === null).toBe(data.prerequisites === null);
});

test.each([crypto.randomUUID(), 'no-id'])(
  "The modal of an unknown workshop says 'Course not found': %s",
  async (id) => {
    open(`/course-matrix?workshop=${id}`);
    await within(await openDialog()).findByText('Course not found');
  },
);

const pressClose = (shown: HTMLElement) => fireEvent.click(within(shown).getByRole('button', { name: 'Schliessen' }));

test('The modal is closed, and leaves the filters and no entry in the history', async () => {
  const { router } = open('/course-matrix?stufe=N1');
  await counter(18);
  fireEvent.click(screen.getByRole('link', { name: firstOf(matrix).title }));
  const shown = await openDialog();
  await within(shown).findByRole('heading', { name: 'Wissen' });
  pressClose(shown);
  await waitFor(() => expect(theDialog().open).toBe(false));
  expect(router.state.location.search).toBe('?stufe=N1');
});

test('The modal closes to the list when it was opened by its address', async () => {
  const { router } = open(`/course-matrix?suche=KI&workshop=${firstOf(matrix).id}`);
  pressClose(await openDialog());
  await waitFor(() => expect(router.state.location.search).toBe('?suche=KI'));
  expect(router.state.historyAction).toBe('REPLACE');
});
