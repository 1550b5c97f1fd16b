import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether the statements of the request at hand have the time of visitors; by default those of its role. */
export const hasLimitedTime = new AsyncLocalStorage<boolean>();
