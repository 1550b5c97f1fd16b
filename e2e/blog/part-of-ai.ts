import { sqlOf } from '../platform/platform-sql.ts';

/** Sets the part that AI had in posts past the rules that compute it, and renews what shows posts. */
export async function setPartOfAi(dataDir: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const sql = await sqlOf(dataDir);
  try {
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      for (const [slug, ai] of Object.entries(parts)) {
        const { count } = await transaction`update posts set ai = ${ai} where slug = ${slug}`;
        if (count !== 1) throw new Error(`${count} posts have the slug ${slug}; expected 1`);
      }
      await transaction`update private.content_topics set version = default where topic = 'posts'`;
    });
  } finally {
    await sql.end();
  }
}
