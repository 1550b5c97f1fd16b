import type { Job } from '../server/renderers/protocol/orders.ts';
import { contribute } from './contribute.ts';
import { draw, prepareDrawing } from './draw.ts';
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

/** Does what the shell asked for. What it resolves with must be JSON. */
export async function work(job: Job, { modules, reads, signal }: Context): Promise<unknown> {
  switch (job.kind) {
    case 'load':
      return modules.load(job.module, job.code);
    case 'page': {
      const remote = job.module === null ? null : modules.get(job.module);
      const page = await renderPage({ url: job.url, platform: job.platform, remote, signal });
      return { ...page, reads: reads.topics() };
    }
    case 'contribution': {
      const answer = await contribute(job.modules.map(modules.get), job.url);
      return { answer, reads: reads.topics() };
    }
    case 'unmatched':
      return unmatched(modules.get(job.module), job.patterns);
    case 'query-keys':
      return queryKeys(modules.get(job.module), job.patterns);
    case 'resource-paths':
      return resourcePaths(modules.get(job.module));
    case 'prepare-drawing':
      return prepareDrawing(job.library, job.fonts);
    case 'draw':
      return draw(job.svg);
  }
}
