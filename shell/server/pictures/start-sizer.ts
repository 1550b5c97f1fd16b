import type { DatabaseAccess } from '../../registry/registry.ts';
import { startProcess } from '../processes/start-process.ts';

const SIZER = {
  name: 'pictures',
  file: new URL('sizer.ts', import.meta.url),
  variable: 'PICTURES_TOKEN',
  heapMb: 128,
  withoutIt: 'sizes of pictures are not made',
};

export const startSizer = (supabase: DatabaseAccess['supabase'], token: string | undefined): void =>
  startProcess(SIZER, supabase, token);
