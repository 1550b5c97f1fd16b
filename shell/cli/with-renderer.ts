import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from '@ki/shared/data/clients.ts';
import { build } from '../build/build.ts';
import { ROOT } from '../build/workspace.ts';
import { rendererProgram } from '../server/renderers/program.ts';
import type { Renderer } from '../server/renderers/renderer.ts';
import { startRenderers } from '../server/renderers/renderers.ts';

/** Nothing answers here: what reads from it fails at once. */
export const NO_BACKEND: Connection = { url: 'http://127.0.0.1:1', key: 'none' };

interface Rendering {
  readonly renderer: Renderer;
  /** What it has printed so far. */
  readonly printed: readonly string[];
}

/** The shell's, built from its sources where they are; the kit of remotes outside this workspace comes with it built. */
const shellsProgram = () =>
  existsSync(path.join(ROOT, 'shell', 'rsbuild.config.ts')) ? build(ROOT, 'shell', rendererProgram) : rendererProgram();

/**
 * Runs remotes' code for some work, as this tree's shell would: in a process that has as few rights on this machine as
 * a shell's renderers have on theirs.
 */
export async function withRenderer<T>(supabase: Connection, work: (rendering: Rendering) => Promise<T>): Promise<T> {
  const program = await shellsProgram();
  const printed: string[] = [];
  const renderers = startRenderers({ count: 1, program, supabase, onSaid: (_level, words) => printed.push(words) });
  try {
    return await work({ renderer: renderers.leastBusy(), printed });
  } finally {
    renderers.end();
  }
}
