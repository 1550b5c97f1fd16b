import { pause } from '../../shared/testing/until.ts';
import type { TestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';

/**
 * Takes the place of the process that reads sources, with its calls of the database: its own rules refuse addresses of
 * this machine. Resolves when each of the texts, by address, is read.
 */
export async function readAsProcess(
  database: TestBackend['database'],
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const [made] = await database.query<{ token: string }>(
    "select shipping.make_token('sources', null, '{}', null, 'test') as token",
  );
  const left = new Set(Object.keys(texts));
  while (left.size > 0) {
    const [claimed] = await database.query<{ claims: { id: string; url: string; attempt: number }[] }>(
      'select public.claim_sources($1, 4) as claims',
      [made?.token],
    );
    for (const { id, url, attempt } of claimed?.claims ?? []) {
      const result = JSON.stringify({ id, attempt, text: texts[url] });
      await database.query('select public.finish_source($1, $2::jsonb)', [made?.token, result]);
      left.delete(url);
    }
    await pause(50);
  }
}
