import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder with these files, as a build leaves one. Resolves with its path; who asked removes it. */
export async function writeBuild(files: Readonly<Record<string, string>>): Promise<string> {
  const dist = await mkdtemp(path.join(tmpdir(), 'build-'));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await writeFile(path.join(dist, file), content);
  }
  return dist;
}
