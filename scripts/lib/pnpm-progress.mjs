const KEPT_OUTPUT = 40;
const TICK_MS = 200;

/**
 * @typedef {{ name: string, level: string, stage?: string, status?: string, packageId?: string, depPath?: string,
 *   message?: string, err?: { message?: string } }} PnpmEvent
 */

/** @param {string} text @returns {PnpmEvent | null} */
function parse(text) {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Reads what `pnpm install --reporter=ndjson` prints and says every now and then how far it is.
 * @param {(done: number, doing: string) => void} show
 */
export function followPnpm(show) {
  /** @type {Set<string>} */
  const fetched = new Set();
  let linked = 0;
  let doing = 'getting pnpm';
  /** @type {string[]} */
  const plain = [];
  /** @type {string[]} */
  const errors = [];
  const timer = setInterval(() => show(Math.max(fetched.size, linked), doing), TICK_MS);

  /** @param {PnpmEvent} event */
  function note({ name, stage, status, packageId, depPath }) {
    if (name === 'pnpm:stage' && stage === 'resolution_started') doing = 'fetched';
    if (name === 'pnpm:lifecycle' && depPath) doing = `preparing ${depPath};`;
    if (name !== 'pnpm:progress') return;
    if (status === 'imported') linked += 1;
    else if (packageId) fetched.add(packageId);
    if (linked > 0 && linked >= fetched.size) doing = 'linked';
  }

  return {
    /** @param {string} text */
    line(text) {
      const event = parse(text);
      if (!event) return void plain.push(text);
      if (event.level === 'error') errors.push(event.err?.message ?? event.message ?? text);
      note(event);
    },
    errors: () => (errors.length > 0 ? errors : plain.slice(-KEPT_OUTPUT)).join('\n'),
    end: () => clearInterval(timer),
  };
}
