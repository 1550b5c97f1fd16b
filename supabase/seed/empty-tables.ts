import type { Database } from '../local-backend/database/database.ts';

/** Empties every table of the API and what the database keeps about them, and takes settings back to their defaults. */
export async function emptyTables(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    "select format('public.%I', tablename) as name from pg_catalog.pg_tables where schemaname = 'public'",
  );
  await database.execute(`
    truncate ${tables.map(({ name }) => name).join(', ')}, private.search_documents, private.invitations,
      private.ai_calls, private.article_claims, private.teams, private.team_members, private.deploy_tokens,
      private.remotes, private.releases, private.release_history, private.version_counts;
    update private.settings set sign_up = default, ai_calls_of_account = default, ai_calls_in_all = default;
  `);
}
