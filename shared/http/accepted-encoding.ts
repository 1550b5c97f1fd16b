import type { IncomingMessage } from 'node:http';

export type Encoding = 'br' | 'gzip';

/** How much a client likes an encoding, from 0 for not at all to 1; `undefined` when its header does not name it. */
function weightOf(encoding: string, named: readonly string[]): number | undefined {
  for (const entry of named) {
    const [name = '', ...parameters] = entry.split(';');
    if (name.trim().toLowerCase() !== encoding) continue;
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => /^q=/i.test(parameter));
    return weight === undefined ? 1 : Number(weight.slice(2));
  }
  return undefined;
}

/** Of the encodings offered, best first, the one that a client likes best; `undefined` when it takes none of them. */
export function acceptedEncoding<Offered extends Encoding>(
  { headers }: Pick<IncomingMessage, 'headers'>,
  offered: readonly Offered[],
): Offered | undefined {
  const named = (headers['accept-encoding'] ?? '').split(',');
  let best: Offered | undefined;
  let most = 0;
  for (const encoding of offered) {
    const weight = weightOf(encoding, named) ?? weightOf('*', named) ?? 0;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}
