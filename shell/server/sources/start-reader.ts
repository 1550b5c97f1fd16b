import type { DatabaseAccess } from '../../registry/registry.ts';
import { startProcess } from '../processes/start-process.ts';

const READER = {
  name: 'sources',
  file: new URL('reader.ts', import.meta.url),
  variable: 'SOURCES_TOKEN',
  heapMb: 96,
  withoutIt: 'sources of articles are not read',
};

export const startReader = (
  supabase: DatabaseAccess['supabase'],
  token: string | undefined,
  againAfterMs?: number,
): void => startProcess(READER, supabase, token, againAfterMs);
