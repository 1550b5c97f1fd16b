import type { IncomingMessage } from 'node:http';
import { type Reply, text } from '../http/http.ts';
import { METRICS_TYPE, metricsText, type State } from '../metrics/metrics.ts';
import { mayReadMetrics } from './may-read-metrics.ts';

/** Answers `/metrics`; for all others there is no such address. */
export async function answerMetrics(
  request: IncomingMessage,
  token: string | undefined,
  state: () => Promise<State>,
): Promise<Reply> {
  const headers = { 'cache-control': 'no-store' };
  if (!mayReadMetrics(request, token)) return text(404, 'not found\n', headers);
  return text(200, await metricsText(await state()), { ...headers, 'content-type': METRICS_TYPE });
}
