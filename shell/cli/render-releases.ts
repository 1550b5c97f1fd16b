/**
 * Renders each release of a registry on two backends, before and after a change of their schema. Reads a request as JSON from
 * stdin and prints a report as JSON. Run by `pnpm data check-migrations`.
 */
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { ROOT } from '../build/workspace.ts';
import { checkedDocument, registryOf } from '../registry/schema.ts';
import { openStore, storeSettings } from '../registry/store/open-store.ts';
import { SITE } from './rendering/addresses.ts';
import { brokenIn, render } from './rendering/render.ts';
import { findReleases } from './rendering/visit.ts';

const connectionSchema = z.object({ url: z.url(), key: z.string() });

const requestSchema = z.object({
  registry: z.unknown(),
  dataDir: z.string(),
  before: connectionSchema,
  after: connectionSchema,
});

async function report(given: unknown) {
  const { registry: document, dataDir, before, after } = requestSchema.parse(given);
  const registry = registryOf(checkedDocument('the registry', document));
  const store = await openStore(storeSettings(process.env, dataDir, ROOT));
  const config = { dataDir, port: 0, siteUrl: SITE, supabase: before };
  const { renderable, missing } = await findReleases(registry, store, config);
  const earlier = await render({ dataDir, supabase: before }, renderable);
  const later = await render({ dataDir, supabase: after }, renderable, earlier);
  const failed = [...earlier].flatMap(([title, found]) =>
    found instanceof Error ? [`${title}: ${found.message}`] : [],
  );
  return {
    broken: brokenIn(renderable, earlier, later),
    notRendered: [...missing, ...failed],
    addresses: [...earlier.values()].reduce((sum, found) => sum + (found instanceof Map ? found.size : 0), 0),
  };
}

try {
  process.stdout.write(`${JSON.stringify(await report(JSON.parse(await text(process.stdin))))}\n`);
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
