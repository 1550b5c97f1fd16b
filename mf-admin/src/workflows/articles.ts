import { asStaff } from '../records/data/as-staff.ts';
import type { Outcome } from './components/use-articles.ts';
import { generateArticle } from './data/generate-article.ts';
import { saveIdea } from './data/save-idea.ts';
import { articleAlert, createdPostId } from './model/function-answer.ts';
import type { Idea } from './model/workflow.ts';

/** Has a draft written for an idea, which remembers it. */
export async function writeArticle(workflowId: string, idea: Idea): Promise<Outcome> {
  const answer = await asStaff((client) => generateArticle(client, idea));
  if (!answer.ok) return { alert: articleAlert(answer.message) };
  const postId = createdPostId(answer.body);
  if (!postId) return { alert: articleAlert(null) };
  // The draft is there in any case; that its idea remembers it is a courtesy.
  await asStaff((client) => saveIdea(client, workflowId, idea.id, { postId })).catch(console.error);
  return { postId };
}

export const saveSelected = (workflowId: string, idea: Idea, selected: boolean) =>
  asStaff((client) => saveIdea(client, workflowId, idea.id, { selected }));
