import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { openAdmin } from './open-admin.ts';

/** Searches all pages of the trash, because other tests delete more rows than a page shows. */
export async function trashRowOf(view: Awaited<ReturnType<typeof openAdmin>>, title: string) {
  for (;;) {
    await screen.findByRole('table', { name: 'Trash' });
    const row = screen.queryByText(title)?.closest('tr');
    if (row) return within(row);
    const { textContent: page } = screen.getByText(/^Page \d+ of/);
    await view.user.click(screen.getByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(screen.getByText(/^Page \d+ of/).textContent).not.toBe(page));
  }
}
