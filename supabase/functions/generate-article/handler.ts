import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0';
import { countedCall } from '../_shared/ai-calls.ts';
import { answer, type Caller, checked, readJson, staffCaller } from '../_shared/http.ts';
import type { Dependencies } from '../_shared/serve.ts';
import { type ArticleRequest, articleSchema, listCategories } from './article.ts';
import { claimArticle, freeArticle, type SavedPost, storeDraft } from './claim.ts';
import { citeSources, type ReadSource, readSources } from './sources.ts';
import { writeArticle } from './write-article.ts';

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
  const { receipt } = claimed;
  try {
    const sources = await readSources(database, receipt, idea.sources, dependencies);
    const { draft, cited } = await write(idea, sources, receipt, caller, dependencies);
    await citeSources(database, receipt, cited);
    return await storeDraft(database, receipt, draft);
  } catch (error) {
    await freeArticle(database, receipt);
    throw error;
  }
}

async function write(
  idea: ArticleRequest,
  sources: readonly ReadSource[],
  receipt: string,
  { accessToken, database }: Caller,
  dependencies: Dependencies,
) {
  const [categories, author] = await Promise.all([listCategories(database), authorOf(database, accessToken)]);
  const written = await countedCall(database, 'generate-article', receipt, dependencies, (metered) =>
    writeArticle(idea, sources, categories, metered),
  );
  return { draft: { ...written.article, title: idea.title, author }, cited: written.sources };
}

async function authorOf(database: SupabaseClient, accessToken: string): Promise<string> {
  const { data } = await database.auth.getUser(accessToken);
  const name: unknown = data.user?.user_metadata.display_name ?? data.user?.user_metadata.full_name;
  if (typeof name === 'string' && name.trim()) return name.trim();
  return data.user?.email?.split('@')[0] ?? '';
}
