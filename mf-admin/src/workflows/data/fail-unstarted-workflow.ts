import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Ends a workflow whose function was never reached; one that a function has claimed is left to it. */
export async function failUnstartedWorkflow(client: StaffClient, id: string): Promise<void> {
  const ending = { status: 'failed', error_message: 'The function could not be reached. Please try again.' };
  const unstarted = client.from('workflows').update(ending).eq('id', id).is('started_at', null);
  unwrap(await unstarted.in('status', ['pending', 'processing']).select('id'));
}
