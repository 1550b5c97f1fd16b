import { type Context, type TextReply, text } from '../http/reply.ts';
import type { WebRequest } from '../http/web-request.ts';
import { METRICS_TYPE, metricsText, type State } from '../metrics/metrics.ts';
import { mayReadMetrics } from './may-read-metrics.ts';

/** Answers `/metrics`; for all others there is no such address. */
export async function answerMetrics(
  request: WebRequest,
  context: Context,
  token: string | undefined,
  state: () => Promise<State>,
): Promise<TextReply> {
  const headers = { 'cache-control': 'no-store' };
  if (!mayReadMetrics(request, context, token)) return text(404, 'not found\n', headers);
  return text(200, await metricsText(await state()), { ...headers, 'content-type': METRICS_TYPE });
}
