import { type Built, build } from './build.ts';
import { ToolFailure } from './tool.ts';
import { ROOT } from './workspace.ts';

/** Prints an event, for programs that show the progress. */
export const report = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

export function messageOf(error: unknown): string {
  if (error instanceof ToolFailure) return `${error.message}:\n${error.output}`;
  return error instanceof Error ? error.message : String(error);
}

/** Builds one of several apps and reports it; `null` when that fails. */
export async function reportedBuild(app: string, of: number, done: () => number): Promise<Built | null> {
  const started = performance.now();
  const onStale = () => report({ event: 'begun', app });
  try {
    const built = await build(ROOT, app, async (files) => files, { onStale });
    const ms = Math.round(performance.now() - started);
    report({ event: 'done', app, ms, isNew: built.isNew, done: done(), of });
    return built;
  } catch (error) {
    report({ event: 'failed', app, message: messageOf(error) });
    return null;
  }
}
