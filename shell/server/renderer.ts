import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Server from '../src/server.tsx';

export type Renderer = typeof Server;

/** The shell's own server bundle: React, the router and the frame, as built. */
export function loadRenderer(): Renderer {
  const require = createRequire(import.meta.url);
  return require(path.join(import.meta.dirname, '..', 'dist', 'server', 'index.cjs')) as Renderer;
}
