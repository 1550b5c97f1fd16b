import { randomBytes } from 'node:crypto';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Handler } from '../http/gateway.ts';
import type { Log } from '../log.ts';
import { contentWriters } from './content-writers.ts';
import { followContent } from './follow-content.ts';
import { listenForSubscribers } from './socket.ts';
import { Subscribers } from './subscribers.ts';

/** Where servers that keep pages are told of changes, and what they have to say first. See docs/decisions/0036. */
export interface ChangesAddress {
  port: number;
  secret: string;
}

export interface Changes {
  address: ChangesAddress;
  /** Answers as the given handler, but a write only when all that are told of changes use nothing older. */
  told(handler: Handler): Handler;
  close(): Promise<void>;
}

/** Tells whoever knows the secret, which is another at each start, of every change of what visitors can see. */
export async function startChanges(database: Pick<OpenDatabase, 'database' | 'listen'>, log: Log): Promise<Changes> {
  const subscribers = new Subscribers();
  const follower = await followContent(database, subscribers, log);
  const mayWrite = await contentWriters(database.database);
  const secret = randomBytes(32).toString('hex');
  const { port, close } = await listenForSubscribers(subscribers, secret);
  return {
    address: { port, secret },
    told: (handler) => async (request, peer) => {
      const response = await handler(request, peer);
      if (response.ok && mayWrite(request)) {
        await follower.look();
        await subscribers.seen();
      }
      return response;
    },
    close: () => {
      follower.close();
      return close();
    },
  };
}
