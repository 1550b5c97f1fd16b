import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { z } from '../../kit/model/z.ts';
import type { Idea } from '../model/workflow.ts';

export type IdeaChange = Partial<Pick<Idea, 'selected' | 'postId'>>;

/** Keeps all other stored keys, which are written back unchanged. */
const storedIdeas = z
  .object({ items: z.array(z.object({ id: z.union([z.string(), z.number()]) }).catchall(z.json())) })
  .catchall(z.json());

const storedAnswer = z.record(z.string(), z.json());

const MAX_ATTEMPTS = 10;

type Change = (output: Json) => Json;

/** Saves an output with an optimistic lock on `updated_at`, and retries on a conflict, so that other changes are kept. */
async function changeOutput(client: StaffClient, workflowId: string, change: Change): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (await changeOnce(client, workflowId, change)) return;
  }
  throw new DataError('conflict', 'the workflow is being changed too often');
}

async function changeOnce(client: StaffClient, workflowId: string, change: Change): Promise<boolean> {
  const ofWorkflow = client.from('workflows').select('output_data, updated_at').eq('id', workflowId);
  const { output_data, updated_at } = unwrap(await ofWorkflow.single());
  const update = client.from('workflows').update({ output_data: change(output_data) });
  const saved = await update.eq('id', workflowId).eq('updated_at', updated_at).select('id');
  return unwrap(saved).length > 0;
}

export const saveIdea = (client: StaffClient, workflowId: string, ideaId: string, { postId, ...rest }: IdeaChange) =>
  changeOutput(client, workflowId, (stored) => {
    const { success, data: output } = storedIdeas.safeParse(stored);
    if (!success) throw new DataError('invalid', 'the workflow holds no ideas');
    const columns = { ...rest, ...(postId !== undefined && { post_id: postId }) };
    const items = output.items.map((item) => (String(item.id) === ideaId ? { ...item, ...columns } : item));
    return { ...output, items };
  });

/** Names the article that was written of the answer of a search. */
export const saveArticle = (client: StaffClient, workflowId: string, postId: string) =>
  changeOutput(client, workflowId, (stored) => ({ ...storedAnswer.parse(stored), post_id: postId }));
