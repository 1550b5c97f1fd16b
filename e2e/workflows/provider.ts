import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Perplexity and Gemini on loopback, in their documented formats. */
export interface Provider {
  readonly url: string;
  /** The requests since the last `answerWith`. */
  readonly asked: string[];
  answerWith(answer: Answer): void;
  /** Holds requests until the returned function is called. */
  hold(): () => void;
  stop(): void;
}

export async function startProvider(): Promise<Provider> {
  const asked: string[] = [];
  let answer: Answer = { status: 500, body: {} };
  let held: Promise<void> | undefined;
  const reply = async (response: ServerResponse) => {
    await held;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  };
  const server = createServer(async (request, response) => {
    asked.push(await text(request));
    await reply(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerWith(next) {
      asked.length = 0;
      answer = next;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const found = (content: string, more: object): Answer => ({
  status: 200,
  body: { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }], ...more },
});

export const generated = (value: unknown): Answer => ({
  status: 200,
  body: {
    candidates: [{ content: { role: 'model', parts: [{ text: JSON.stringify(value) }] }, finishReason: 'STOP' }],
  },
});
