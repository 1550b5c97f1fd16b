import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deltasOf, roleOf } from '@ki/shared/http/compression-dictionaries.ts';
import { ifThere } from '@ki/shared/process/files.ts';
import { filesIn } from './content.ts';
import { eachOf } from './each-of.ts';

/** The browser scripts of a release, by their roles. */
async function scriptsIn(release: string): Promise<ReadonlyMap<string, string>> {
  const files = (await ifThere(filesIn(path.join(release, 'web')))) ?? [];
  return new Map(
    files.flatMap((file) => {
      const role = roleOf(file);
      return role === undefined ? [] : [[role, file] as const];
    }),
  );
}

/**
 * Writes `deltas/SCRIPT.NAME.dcz` for each browser script `web/SCRIPT` of a release and each of the earlier releases that
 * has a script of its role, if that is smaller than the script's Brotli form. The folder is no part of the release: its
 * version and its hashes are the same without it.
 */
export async function writeDeltas(release: string, earlier: readonly string[]): Promise<void> {
  const sources = await Promise.all(earlier.map(async (folder) => ({ folder, scripts: await scriptsIn(folder) })));
  await eachOf(await scriptsIn(release), async ([role, script]) => {
    const alike = sources.map(({ folder, scripts }) => ({ folder, name: scripts.get(role) }));
    const contents = alike.map(({ folder, name }) => name && ifThere(readFile(path.join(folder, 'web', name))));
    const dictionaries = (await Promise.all(contents)).filter((content) => Buffer.isBuffer(content));
    const file = path.join(release, 'web', script);
    const { size } = (await ifThere(stat(`${file}.br`))) ?? (await stat(file));
    const target = path.join(release, 'deltas', script);
    for (const [name, delta] of await deltasOf(await readFile(file), dictionaries, size)) {
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(`${target}.${name}.dcz`, delta);
    }
  });
}
