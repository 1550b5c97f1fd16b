import { expectAllKept } from '../platform/foreign-changes.ts';
import { test } from '../platform/public-pages.ts';

test.skip(!process.env.E2E_FIREFOX, 'Firefox is not installed');

expectAllKept(1);
