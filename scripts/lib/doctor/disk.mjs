import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { bad, good } from './finding.mjs';

const GIGABYTE = 1e9;

/** @param {string} folder @returns {string} itself, or the nearest folder above it that is there */
const existing = (folder) => (existsSync(folder) ? folder : existing(path.dirname(folder)));

/** @param {number} bytes */
const inGigabytes = (bytes) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** Whether there is room for what is stored. @param {string} folder @param {number} [needed] bytes */
export function diskFinding(folder, needed = GIGABYTE) {
  const { bavail, bsize } = statfsSync(existing(folder));
  const free = bavail * bsize;
  return free >= needed
    ? good('disk', `${inGigabytes(free)} free for ${folder}`)
    : bad(
        'disk',
        `${inGigabytes(free)} free for ${folder}; make room for ${inGigabytes(needed)}, or set DATA_DIR elsewhere`,
      );
}
