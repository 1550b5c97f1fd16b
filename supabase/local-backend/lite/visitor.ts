import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether the request at hand is a visitor's: its statements have less time, its answers are short; by default by its role. */
export const isOfVisitor = new AsyncLocalStorage<boolean>();
