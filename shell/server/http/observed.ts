import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { log } from '../log/log.ts';
import { inContext, type RequestContext, requestIdFrom } from '../log/request-context.ts';
import { countRequest } from '../metrics/metrics.ts';

/** Answers a request that has this id; without a promise when that was done at once. */
type Answer = (request: IncomingMessage, response: ServerResponse, id: string) => void | Promise<void>;

const SERVER_FAILURE = 500;

function noteFailure(
  { kind }: RequestContext,
  { method, url = '' }: IncomingMessage,
  status: number,
  ms: number,
): void {
  const [path] = url.split('?', 1);
  log('error', 'request_failed', { kind, method, path, status, ms: Math.round(ms) });
}

/** Gives each request an id, which its answer and its log entries carry, and logs those that the server failed. */
export function observed(answer: Answer, isTrusted: (request: IncomingMessage) => boolean): RequestListener {
  return (request, response) => {
    const started = performance.now();
    const context: RequestContext = {
      id: requestIdFrom(request.headers['x-request-id'], () => isTrusted(request)),
      kind: 'other',
    };
    const destroy = (error: unknown) => {
      log('error', 'answer_failed', { message: String(error instanceof Error ? (error.stack ?? error) : error) });
      response.destroy();
    };
    inContext(context, () => {
      response.on('finish', () => {
        const { statusCode } = response;
        const ms = performance.now() - started;
        countRequest(context.kind, statusCode, ms);
        if (statusCode < SERVER_FAILURE || context.kind === 'probe') return;
        inContext(context, () => noteFailure(context, request, statusCode, ms));
      });
      try {
        const answered = answer(request, response, context.id);
        if (answered) answered.catch(destroy);
      } catch (error) {
        destroy(error);
      }
    });
  };
}
