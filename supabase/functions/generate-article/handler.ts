import { answer } from '../_shared/answer.ts';
import { checked, readJson } from '../_shared/body.ts';
import { staffCaller } from '../_shared/caller.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { authorOf } from './author.ts';
import { articleSchema } from './body.ts';
import { listCategories } from './categories.ts';
import { createDraft } from './create-draft.ts';
import { writeArticle } from './write-article.ts';

/** Turns an idea into a draft of a post. */
export const handler = (request: Request, dependencies: Dependencies): Promise<Response> =>
  answer(request, async () => {
    const { accessToken, database } = await staffCaller(request, dependencies);
    const idea = checked(articleSchema, await readJson(request));
    const [categories, author] = await Promise.all([listCategories(database), authorOf(database, accessToken)]);
    const article = await writeArticle(idea, categories, dependencies);
    const post = await createDraft(database, { ...article, title: idea.title, author });
    return { success: true, post };
  });
