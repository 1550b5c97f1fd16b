import type { EventEmitter } from 'node:events';

/**
 * Returns a function that counts what each client has open, each until the first of its emitters closes. It returns
 * `false` for a client that has its share.
 */
export function createShares(most: number) {
  const open = new Map<string, number>();

  function giveBack(client: string): void {
    const left = (open.get(client) ?? 1) - 1;
    if (left > 0) open.set(client, left);
    else open.delete(client);
  }

  return (client: string, ...emitters: readonly EventEmitter[]): boolean => {
    const count = (open.get(client) ?? 0) + 1;
    if (count > most) return false;
    open.set(client, count);
    const onClose = () => {
      for (const emitter of emitters) emitter.off('close', onClose);
      giveBack(client);
    };
    for (const emitter of emitters) emitter.once('close', onClose);
    return true;
  };
}
