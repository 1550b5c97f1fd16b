import { brotliCompressSync } from 'node:zlib';
import { paths } from '../../shared/contract/paths.ts';
import { ownPlace, startDirectly, until } from '../started-platform.ts';
import { firstPost } from './first-post.ts';
import { savedAnswers } from './floor.ts';
import { buildMonolith } from './monolith/build.ts';
import { serveFiles } from './static-site.ts';

export interface Site {
  readonly name: string;
  readonly origin: string;
  readonly addresses: Readonly<Record<'home' | 'post' | 'matrix', string>>;
  /** It has scripts. */
  readonly comesAlive: boolean;
  /** Resolves once an address is answered as well as it ever is. */
  readonly prepare: (path: string) => Promise<void>;
}

/** Of two encoders at their best, the results differ by so much at most. */
const TOLERANCE = 1.01;

/** Asks for a page until it is kept at its best; an ad's turn makes another of it each minute. */
async function untilAtBest(address: string): Promise<void> {
  await until(`${address} is compressed at its best`, async () => {
    const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    const bytes = Number(answer.headers.get('content-length'));
    return bytes > 0 && bytes <= brotliCompressSync(await answer.text()).length * TOLERANCE;
  });
}

/** Starts a platform of its own with the seed, and beside it the same as one application and as saved answers. */
export async function withSites<T>(use: (sites: readonly Site[]) => Promise<T>): Promise<T> {
  const place = await ownPlace();
  const started = startDirectly(place.environment);
  const origin = `http://127.0.0.1:${place.port}`;
  try {
    await started.untilPrinted(/^ready/m);
    const addresses = { home: paths.home, post: await firstPost(origin), matrix: paths.matrix };
    const { files, document } = await buildMonolith(origin);
    const floor = await serveFiles(await savedAnswers(origin, Object.values(addresses)));
    const monolith = await serveFiles(files, document);
    const asItIs = { addresses, prepare: async () => {} };
    try {
      return await use([
        { ...asItIs, name: 'floor', origin: floor.origin, comesAlive: false },
        { ...asItIs, name: 'monolith', origin: monolith.origin, comesAlive: true },
        { addresses, name: 'platform', origin, comesAlive: true, prepare: (path) => untilAtBest(origin + path) },
      ]);
    } finally {
      floor.close();
      monolith.close();
    }
  } finally {
    started.child.kill('SIGTERM');
    await started.ended;
    place.remove();
  }
}
