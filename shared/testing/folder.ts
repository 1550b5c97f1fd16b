import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

function createFolder(after: (remove: () => void) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-'));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** An empty folder for the running test; also from `beforeEach`. */
export const folderOfTest = () => createFolder(onTestFinished);

/** An empty folder for the tests of a file. */
export const folderOfFile = () => createFolder(afterAll);
