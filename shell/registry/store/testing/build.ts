import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes a folder with these files, like a build. Resolves with its path; the caller removes it. */
export async function writeBuild(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const dist = await mkdtemp(path.join(tmpdir(), 'build-'));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dist, file)), { recursive: true });
    await writeFile(path.join(dist, file), content);
  }
  return dist;
}
