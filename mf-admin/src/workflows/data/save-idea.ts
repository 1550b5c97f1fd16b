import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { z } from '../../records/model/z.ts';
import type { Idea } from '../model/workflow.ts';

export type IdeaChange = Partial<Pick<Idea, 'selected' | 'postId'>>;

/** Keeps all other stored keys, which are written back unchanged. */
const storedIdeas = z
  .object({ items: z.array(z.object({ id: z.union([z.string(), z.number()]) }).catchall(z.json())) })
  .catchall(z.json());

const MAX_ATTEMPTS = 10;

/** Saves one idea with an optimistic lock on `updated_at`, and retries on a conflict, so that other changes are kept. */
export async function saveIdea(client: StaffClient, workflowId: string, ideaId: string, change: IdeaChange) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (await saveOnce(client, workflowId, ideaId, change)) return;
  }
  throw new DataError('conflict', 'the ideas are being changed too often');
}

async function saveOnce(client: StaffClient, workflowId: string, ideaId: string, change: IdeaChange) {
  const ofWorkflow = client.from('workflows').select('output_data, updated_at').eq('id', workflowId);
  const { output_data, updated_at } = unwrap(await ofWorkflow.single());
  const { success, data: output } = storedIdeas.safeParse(output_data);
  if (!success) throw new DataError('invalid', 'the workflow holds no ideas');
  const { postId, ...rest } = change;
  const columns = { ...rest, ...(postId !== undefined && { post_id: postId }) };
  const items = output.items.map((item) => (String(item.id) === ideaId ? { ...item, ...columns } : item));
  const update = client.from('workflows').update({ output_data: { ...output, items } });
  const saved = await update.eq('id', workflowId).eq('updated_at', updated_at).select('id');
  return unwrap(saved).length > 0;
}
