import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictureAddress } from '@ki/shared/contract/pictures.ts';
import { writeDurably } from '@ki/shared/process/files.ts';
import type { Session } from '../database/database.ts';

const SCRIPT = fileURLToPath(new URL('./upload.sh', import.meta.url));

/** Names are ids; whoever has the service role key can store other ones, which no picture has. */
const UPLOADS = `
  select o.id, o.name, o.metadata ->> 'mimetype' as type from storage.objects o
  join storage.contents c on c.object = o.id
  where o.bucket_id = 'pictures' and o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' order by o.name`;

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export interface ExportedUploads {
  readonly folder: string;
  readonly count: number;
}

const nameOf = ({ name, type }: Upload) => basename(pictureAddress(name, type) ?? name);

export function requireNoFiles(folder: string): void {
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
    throw new Error(`${folder} is not empty; expected an empty folder, or none`);
  }
}

/** Writes the uploads of the library as files, as a Supabase project keeps them outside of its database. */
export async function exportUploads(folder: string, session: Session): Promise<ExportedUploads> {
  const uploads = await session.query<Upload>(UPLOADS);
  if (uploads.length === 0) return { folder, count: 0 };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    for (const upload of uploads) {
      const [found] = await session.query<{ bytes: Buffer }>('select bytes from storage.contents where object = $1', [
        upload.id,
      ]);
      if (found) await writeDurably(join(folder, nameOf(upload)), found.bytes);
    }
    copyFileSync(SCRIPT, join(folder, 'upload.sh'));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, count: uploads.length };
}
