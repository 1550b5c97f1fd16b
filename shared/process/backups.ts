import { readdir } from 'node:fs/promises';

/** The name has the time of the snapshot, so that a copied or touched file keeps its age. */
const NAME = /^automatic-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.tar\.gz$/;

export const backupName = (time: number) => `automatic-${new Date(time).toISOString().replaceAll(':', '-')}.tar.gz`;

export const isBackupName = (name: string) => NAME.test(name);

/** The times of the automatic backups in a folder, the last one first. Those of a clock that was ahead are omitted. */
export async function automaticBackups(folder: string): Promise<number[]> {
  const times = (await readdir(folder)).map((name) => Date.parse(name.replace(NAME, '$1:$2:$3')));
  return times.filter((time) => time <= Date.now()).sort((one, other) => other - one);
}
