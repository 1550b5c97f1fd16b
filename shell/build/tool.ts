import { spawn } from 'node:child_process';

export class ToolFailure extends Error {
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

interface ToolOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly orElse: string;
}

/** Runs a program of Node.js to its end. Throws a {@link ToolFailure} unless it ends well. */
export function runTool(
  script: string,
  args: readonly string[],
  { cwd, env, signal, orElse }: ToolOptions,
): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop);
  return new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(new ToolFailure(orElse, output.trim()));
    });
  }).finally(() => signal?.removeEventListener('abort', stop));
}
