import { isRedirectAddress } from '@ki/shared/contract/redirects.ts';
import type { PlatformRegistry } from '../../registry/registry.ts';

const STORE_EVERY_MS = 5_000;
/** As many as the database keeps: a scan of made-up addresses drops the new ones. */
const MAX_ADDRESSES = 1_000;
const LONGEST_ADDRESS = 500;

/** Counts requests for addresses at which nothing is, and stores them every five seconds. */
export function countMissing({ addMissing }: Pick<PlatformRegistry, 'addMissing'>) {
  let pending = new Map<string, number>();
  let isWaiting = false;
  let isFailing = false;

  async function store(): Promise<void> {
    const storing = pending;
    pending = new Map();
    isWaiting = false;
    try {
      await addMissing([...storing].map(([address, requests]) => ({ address, requests })));
      isFailing = false;
    } catch (error) {
      if (!isFailing) console.error('requests for missing addresses could not be stored:', error);
      isFailing = true;
    }
  }

  return (address: string): void => {
    const known = pending.get(address);
    if (
      known === undefined &&
      (pending.size >= MAX_ADDRESSES || address.length > LONGEST_ADDRESS || !isRedirectAddress(address))
    )
      return;
    pending.set(address, (known ?? 0) + 1);
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(store, STORE_EVERY_MS).unref();
  };
}
