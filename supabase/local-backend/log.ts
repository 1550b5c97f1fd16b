export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Records one event. Fields carry names and codes, never SQL parameters, tokens, keys or what a user typed. */
export type Log = (event: string, fields?: LogFields) => void;

export const logToStdout: Log = (event, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), service: 'backend', event, ...fields })}\n`);
};

export const logNothing: Log = () => {};
