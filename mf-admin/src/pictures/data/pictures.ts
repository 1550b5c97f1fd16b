import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Page } from '../../kinds/data/records.ts';
import { type LibraryPicture, readPicture } from '../../media/data/library.ts';
import type { LibraryQuery } from '../../media/model/picture-record.ts';
import type { OlderText } from './older-texts.ts';

export interface LibraryData {
  readonly query: LibraryQuery;
  readonly list: Promise<Result<Page<LibraryPicture>>>;
  /** Null where the library is filtered. */
  readonly older: Promise<Result<readonly OlderText[]>> | null;
}

export interface PictureUse {
  /** The table. */
  readonly relation: string;
  readonly id: string;
  readonly title: string;
  /** Visitors see it now. */
  readonly isPublic: boolean;
  /** Visitors will see it from a time on. */
  readonly isScheduled: boolean;
}

export interface PictureDetails {
  readonly picture: LibraryPicture;
  readonly uses: readonly PictureUse[];
}

async function readUses(client: StaffClient, picture: string): Promise<readonly PictureUse[]> {
  const rows = unwrap(await client.rpc('picture_uses', { picture }));
  return rows.map(({ relation, record_id, title, is_public, is_scheduled }) => ({
    relation,
    id: record_id,
    title,
    isPublic: is_public,
    isScheduled: is_scheduled,
  }));
}

export async function readDetails(client: StaffClient, id: string): Promise<PictureDetails> {
  const [picture, uses] = await Promise.all([readPicture(client, id), readUses(client, id)]);
  return { picture, uses };
}
