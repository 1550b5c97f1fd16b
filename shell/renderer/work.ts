import type { Job } from '../server/renderers/protocol/orders.ts';
import { contribute } from './contribute.ts';
import { draw, prepareDrawing } from './draw.ts';
import { loadData } from './load-data.ts';
import type { Modules } from './modules.ts';
import type { Reads } from './reads.ts';
import { renderPage } from './render-page.ts';
import { queryKeys, resourcePaths, unmatched } from './routes.ts';

interface Context {
  readonly modules: Modules;
  /** What this job reads. */
  readonly reads: Reads;
  readonly signal: AbortSignal;
}

interface Done {
  /** JSON. */
  readonly value?: unknown;
  readonly bytes?: Buffer<ArrayBuffer> | undefined;
}

/** Does what the shell asked for. */
export async function work(job: Job, { modules, reads, signal }: Context): Promise<Done> {
  switch (job.kind) {
    case 'load':
      modules.load(job.module, job.code);
      return {};
    case 'page': {
      const remote = job.module === null ? null : modules.get(job.module);
      const { page, bytes } = await renderPage({ url: job.url, platform: job.platform, remote, signal });
      return { value: { ...page, reads: reads.topics() }, bytes };
    }
    case 'data': {
      const { data, bytes } = await loadData({ url: job.url, remote: modules.get(job.module), signal });
      return { value: { ...data, reads: reads.topics() }, bytes };
    }
    case 'contribution': {
      const made = await contribute(job.modules.map(modules.get), job.url);
      return { value: { answer: made?.answer ?? null, reads: reads.topics() }, bytes: made?.bytes };
    }
    case 'unmatched':
      return { value: unmatched(modules.get(job.module), job.patterns) };
    case 'query-keys':
      return { value: queryKeys(modules.get(job.module), job.patterns) };
    case 'resource-paths':
      return { value: resourcePaths(modules.get(job.module)) };
    case 'prepare-drawing':
      await prepareDrawing(job.library, job.fonts);
      return {};
    case 'draw':
      return { bytes: draw(job.svg) };
  }
}
