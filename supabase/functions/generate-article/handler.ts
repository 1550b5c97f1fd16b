import { countedCall } from '../_shared/ai-calls.ts';
import { answer } from '../_shared/answer.ts';
import { checked, readJson } from '../_shared/body.ts';
import { type Caller, staffCaller } from '../_shared/caller.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { authorOf } from './author.ts';
import { type ArticleRequest, articleSchema } from './body.ts';
import { listCategories } from './categories.ts';
import { claimArticle, type Draft, freeArticle, type SavedPost, storeDraft } from './claim.ts';
import { writeArticle } from './write-article.ts';

/** Turns an idea into a draft of a post: asked for the same again, it answers with the same draft. */
export const handler = (request: Request, dependencies: Dependencies): Promise<Response> =>
  answer(request, async () => {
    const caller = await staffCaller(request, dependencies);
    const idea = checked(articleSchema, await readJson(request));
    return { success: true, post: await draftOf(idea, caller, dependencies) };
  });

async function draftOf(idea: ArticleRequest, caller: Caller, dependencies: Dependencies): Promise<SavedPost> {
  const { database } = caller;
  const claimed = await claimArticle(database, idea);
  if (claimed.receipt === null) return { id: claimed.id, slug: claimed.slug };
  try {
    return await storeDraft(database, claimed.receipt, await write(idea, caller, dependencies));
  } catch (error) {
    await freeArticle(database, claimed.receipt);
    throw error;
  }
}

async function write(idea: ArticleRequest, caller: Caller, dependencies: Dependencies): Promise<Draft> {
  const { accessToken, database } = caller;
  const [categories, author] = await Promise.all([listCategories(database), authorOf(database, accessToken)]);
  const article = await countedCall(database, () => writeArticle(idea, categories, dependencies));
  return { ...article, title: idea.title, author };
}
