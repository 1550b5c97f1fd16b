import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip';

const ANY = '*';

/** How much a client likes each encoding that its header names, from 0 for not at all to 1. */
function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q=/i.test(parameter));
    const encoding = name.toLowerCase();
    if (!weights.has(encoding)) weights.set(encoding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return weights;
}

/** Browsers send few different headers. */
const known = new LRUCache<string, ReadonlyMap<string, number>>({ max: 100, memoMethod: weightsIn });

/** Of the encodings offered, best first, the one that a client likes best; `undefined` when it takes none of them. */
export function acceptedEncoding<Offered extends Encoding>(
  { headers }: Pick<IncomingMessage, 'headers'>,
  offered: readonly Offered[],
): Offered | undefined {
  const weights = known.memo(headers['accept-encoding'] ?? '');
  let best: Offered | undefined;
  let most = 0;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get(ANY) ?? 0;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}
