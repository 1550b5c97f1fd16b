/** Started by the set-up of route tests: tells it how to reach the backend, and ends with it. */
import { startTestBackend } from '../../supabase/local-backend/testing.ts';
import type { TestBackend } from './backend.ts';

const { url, publishableKey, serviceRoleKey, close } = await startTestBackend();
process.send?.({ url, publishableKey, serviceRoleKey } satisfies TestBackend);
process.once('disconnect', () => void close().finally(() => process.exit(0)));
