export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Records one event. Fields carry names and codes, never SQL parameters, tokens, keys or what a user typed. */
export type Log = (event: string, fields?: LogFields) => void;

export const logToStdout: Log = (event, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), service: 'backend', event, ...fields })}\n`);
};

export const logNothing: Log = () => {};

/** Name and place of an error; its message may repeat what a user sent. */
export function described(error: unknown): LogFields {
  if (!(error instanceof Error)) return { name: typeof error };
  return { name: error.name, at: /^\s+at .*$/m.exec(error.stack ?? '')?.[0].trim() };
}
