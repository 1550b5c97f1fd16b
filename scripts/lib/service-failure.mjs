import { Problem } from './problem.mjs';

export class ServiceFailure extends Error {
  /** @override */
  name = 'ServiceFailure';

  /** @param {import('./supervisor.mjs').Service} service @param {readonly string[]} output */
  constructor(service, output) {
    super(`${service.name} ended before it was ready`);
    this.output = output;
  }
}

/** What a service said last, without its log's format. @param {unknown} error */
export function explained(error) {
  if (!(error instanceof ServiceFailure)) return error;
  const lines = error.output.map((line) => {
    try {
      const { event, message } = JSON.parse(line);
      return event === 'failed' ? message : null;
    } catch {
      return line;
    }
  });
  return new Problem([`${error.message}:`, ...lines.filter(Boolean)].join('\n'));
}

/** What a line of a service's log wants everybody to read. @param {string} line @returns {string | null} */
export function noticeIn(line) {
  if (!line.startsWith('{')) return null;
  try {
    const { event, message } = JSON.parse(line);
    return event === 'notice' ? message : null;
  } catch {
    return null;
  }
}
