import { startTestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';

const EMPTIED = [
  'matrix_workshops',
  'matrix_categories',
  'matrix_target_groups',
  'matrix_levels',
  'matrix_dimensions',
] as const;

/** The published code on a backend whose matrix nobody has filled yet. */
export async function startEmptyMatrixPlatform() {
  const backend = await startTestBackend();
  await backend.database.execute(EMPTIED.map((table) => `delete from public.${table}`).join(';'));
  const platform = await startOwnPlatform({ dataDir: dataDirOfPlatform(), backend });
  return {
    url: platform.url,
    async stop() {
      await platform.stop();
      await backend.close();
    },
  };
}
