import { type StorageAddress, storageAddress } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';
import { asStaff, unwrapNothing } from '../../kit/data/as-staff.ts';

const refusal = z.object({ message: z.string() });

interface Sending {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onShare: (share: number) => void;
}

function reasonIn(body: string): string | null {
  try {
    return refusal.safeParse(JSON.parse(body)).data?.message ?? null;
  } catch {
    return null;
  }
}

/** By XMLHttpRequest, as `fetch` does not say how much of a body is sent. */
const send = (
  { url, key }: StorageAddress,
  { id, token, file, type }: { id: string; token: string; file: File; type: string },
  { signal, onShare }: Sending,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${url}/object/pictures/${id}`);
    request.setRequestHeader('apikey', key);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', type);
    const fail = (message: string) => reject(new DataError('invalid', message));
    request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      fail(`The server did not store it: ${reasonIn(request.responseText) ?? `status ${request.status}`}`);
    });
    request.addEventListener('error', () => fail('The connection was lost.'));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });

export interface PictureFile {
  readonly id: string;
  readonly file: File;
  readonly title: string;
  readonly type: string;
}

const removeRow = (id: string) =>
  asStaff(async (client) => unwrapNothing(await client.from('pictures').delete().eq('id', id)));

/**
 * Creates the row, then its file, whose name is the row's id. Without its file the row is deleted again, here or by the
 * database after an hour.
 */
export async function uploadPicture({ id, file, title, type }: PictureFile, sending: Sending): Promise<void> {
  const token = await asStaff(async (client) => {
    unwrapNothing(await client.from('pictures').insert({ id, title }));
    return (await client.auth.getSession()).data.session?.access_token ?? '';
  });
  try {
    sending.signal.throwIfAborted();
    await send(storageAddress(), { id, token, file, type }, sending);
  } catch (error) {
    await removeRow(id).catch(console.error);
    throw error;
  }
}
