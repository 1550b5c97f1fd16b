import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangesAddress } from '../changes/changes.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** What the other processes of the platform may know about a running backend. */
export interface Announcement {
  url: string;
  key: string;
  /** Where servers are told of changes of the content. */
  changes: ChangesAddress;
}

/** Tells, in the data directory, where the backend can be reached; the file is there only while that is so. */
export function announce(dataDir: string, announcement: Announcement): void {
  writeFileAtomically(fileIn(dataDir), `${JSON.stringify(announcement)}\n`);
}

export function withdrawAnnouncement(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'backend.json');
}
