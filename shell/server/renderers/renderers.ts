import type { Connection } from '@ki/shared/data/clients.ts';
import { createRenderer, type Renderer } from './renderer.ts';
import { RendererEnded } from './renderer-ended.ts';
import { type Events, type RendererProcess, startRenderer } from './renderer-process.ts';

/** Waits before one is started again that ended before it could do anything, doubled each time. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

interface Settings extends Pick<Events, 'onSaid' | 'onQuestion'> {
  readonly count: number;
  readonly program: string;
  readonly supabase: Connection;
  /** Hears why one ended. */
  readonly onEnd?: Events['onEnd'];
}

interface Running {
  readonly own: RendererProcess;
  readonly renderer: Renderer;
  readonly isReady: () => boolean;
}

export type Renderers = ReturnType<typeof startRenderers>;

/** Starts the processes that run remotes' code, and another whenever one ends. */
export function startRenderers({ count, program, supabase, onEnd, ...hear }: Settings) {
  const running = new Set<Running>();
  const firstReady = Promise.withResolvers<void>();
  let failuresAtStart = 0;
  let isOver = false;

  function startAnother(wasReady: boolean): void {
    if (wasReady) {
      start();
      return;
    }
    setTimeout(start, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failuresAtStart)).unref();
    failuresAtStart += 1;
  }

  function start(): void {
    if (isOver) return;
    try {
      run();
    } catch (error) {
      onEnd?.(error instanceof Error ? error.message : String(error));
      startAnother(false);
    }
  }

  function run(): void {
    let isReady = false;
    const own = startRenderer(program, supabase, {
      ...hear,
      onReady() {
        isReady = true;
        failuresAtStart = 0;
        firstReady.resolve();
      },
      onEnd(why) {
        running.delete(one);
        if (isOver) return;
        onEnd?.(why);
        startAnother(isReady);
      },
    });
    const one: Running = { own, renderer: createRenderer(own), isReady: () => isReady };
    running.add(one);
  }

  function end(): void {
    isOver = true;
    process.off('exit', end);
    for (const { own } of running) own.end();
  }

  for (let index = 0; index < count; index += 1) start();
  process.on('exit', end);

  return {
    /** Resolves once pages can be rendered. */
    ready: firstReady.promise,
    /** The one with the least to do, of those that have started if one has. Throws while there is none. */
    leastBusy(): Renderer {
      const started = [...running].filter(({ isReady }) => isReady());
      const [first, ...others] = started.length > 0 ? started : running;
      if (!first) throw new RendererEnded('no renderer runs at present');
      return others.reduce((least, one) => (one.own.jobs() < least.own.jobs() ? one : least), first).renderer;
    },
    /** Memory of all of them. */
    residentBytes: () => [...running].reduce((sum, { own }) => sum + own.residentBytes(), 0),
    end,
  };
}
