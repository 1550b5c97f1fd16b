import { clientName } from '@ki/shared/http/rate-limit.ts';
import { FairQueue } from '@ki/shared/process/fair-queue.ts';
import { isOfVisitor } from '../lite/visitor.ts';
import { ApiError } from './api-error.ts';
import type { Claims } from './tokens.ts';

/** Fewer than the connections for requests, so that visitors leave some to staff. */
const FOR_VISITORS = { atOnce: 7, waiting: 1000, waitMs: 10_000 };
/** In a line of visitors. */
const FOR_LINE = 4;
/** The same the other way round: an account whose statements are slow takes no page from visitors. */
const FOR_STAFF = { atOnce: 9, waiting: 1000, waitMs: 10_000 };

const overCapacity = () =>
  new ApiError(503, 'over_capacity', 'Too many requests at once; try again in a moment', { 'retry-after': '1' });

interface Sender {
  readonly isStaff: boolean;
  readonly claims: Claims | undefined;
  readonly address: string;
  /** Whether it is of this machine, as those of the shell are, which reads as a visitor. */
  readonly isOfMachine: boolean;
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Visitors and accounts without rights queue by client, requests of this machine by path. */
const lineOf = ({ address, isOfMachine, path }: Sender): string => (isOfMachine ? path : clientName(address));

/** Visitors and staff leave connections to each other, and so do the lines of visitors; their statements have less time. */
export function createTurns() {
  const visitors = new FairQueue({ ...FOR_VISITORS, forClient: FOR_LINE }, overCapacity);
  const staff = new FairQueue(FOR_STAFF, overCapacity);
  return (call: () => Promise<Response>, sender: Sender): Promise<Response> => {
    const { isStaff, claims, signal } = sender;
    if (isStaff) return staff.run(() => isOfVisitor.run(false, call), { client: claims?.sub ?? 'service', signal });
    return visitors.run(() => isOfVisitor.run(true, call), { client: lineOf(sender), signal });
  };
}
