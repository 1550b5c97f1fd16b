import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { fileRegistry } from './file-registry.ts';
import type { PlatformRegistry } from './platform-registry.ts';
import { describeCounts } from './testing/canary-counts.ts';
import { describeMoves } from './testing/moves.ts';

let dataDir: string;
let registry: PlatformRegistry;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'deploy-'));
  registry = fileRegistry(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

describeMoves('a registry in a file', () => registry);
describeCounts(
  'a registry in a file',
  () => registry,
  () => registry,
);
