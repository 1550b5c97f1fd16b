import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
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

describe('the modal', () => {
  const detailed = async () => {
    const { data } = await serviceClient()
      .from('matrix_workshops')
      .select('id, title, prerequisites, goals:matrix_workshop_learning_objectives!inner(objective)')
      .not('prerequisites', 'is', null)
      .order('title')
      .limit(1)
      .single();
    if (!data) throw new Error('the seed has no workshop with prerequisites');
    return data;
  };

  test("says 'Loading course details...', then names, prerequisites and a learning goal for each dimension", async () => {
    const { title, prerequisites, goals } = await detailed();
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

  test("says 'No detailed learning goals available yet.' and has no prerequisites box where there are none", async () => {
    const client = serviceClient();
    const { data } = await client
      .from('matrix_workshops')
      .select('id, title, prerequisites, goals:matrix_workshop_learning_objectives(id)')
      .is('goals', null);
    const bare = data?.[0];
    if (!bare) throw new Error('the seed has no workshop without goals');
    open(`/course-matrix?workshop=${bare.id}`);
    const shown = within(await openDialog());
    await shown.findByText('No detailed learning goals available yet.');
    expect(shown.queryByText('Prerequisites') === null).toBe(bare.prerequisites === null);
  });

  test.for(['00000000-0000-4000-8000-000000000000', 'no-id'])(
    "shows 'Course not found' for an unknown workshop (%s)",
    async (id) => {
      open(`/course-matrix?workshop=${id}`);
      await within(await openDialog()).findByText('Course not found');
    },
  );

  test('is closed by its button, Escape and the backdrop, and leaves the filters and no entry in the history', async () => {
    const { router } = open('/course-matrix?stufe=N1');
    await counter(18);
    const closings = [
      (shown: HTMLElement) => fireEvent.click(within(shown).getByRole('button', { name: 'Schliessen' })),
      (shown: HTMLElement) => fireEvent(shown, new Event('cancel', { cancelable: true })),
      (shown: HTMLElement) => {
        fireEvent.mouseDown(shown);
        fireEvent.click(shown);
      },
    ];
    for (const close of closings) {
      fireEvent.click(screen.getByRole('link', { name: firstOf(matrix).title }));
      const shown = await openDialog();
      await within(shown).findByRole('heading', { name: 'Wissen' });
      close(shown);
      await waitFor(() => expect(theDialog().open).toBe(false));
      expect(router.state.location.search).toBe('?stufe=N1');
    }
  });

  test('closes to the list when it was opened by its address', async () => {
    const { router } = open(`/course-matrix?suche=KI&workshop=${firstOf(matrix).id}`);
    fireEvent.click(within(await openDialog()).getByRole('button', { name: 'Schliessen' }));
    await waitFor(() => expect(router.state.location.search).toBe('?suche=KI'));
    expect(router.state.historyAction).toBe('REPLACE');
  });
});
