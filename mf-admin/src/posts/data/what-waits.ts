import type { StaffClient } from '@ki/shared/data/clients.ts';
import { z } from 'zod/mini';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { healthSchema, readOfShell } from '../../kit/data/shell.ts';
import { LEGAL_SLUGS } from '../../records/model/legal.ts';

const record = z.object({ relation: z.string(), id: z.string(), title: z.string() });
const dated = z.extend(record, { at: z.string() });

/** The result of `what_waits`. */
export const waitsSchema = z.object({
  steps: z.object({ done: z.array(z.string()), skipped: z.array(z.string()) }),
  /** Null where the caller has no list of texts that look different. */
  reading_since: z.nullable(z.string()),
  failed: z.array(z.extend(record, { reason: z.string() })),
  requests: z.array(z.extend(dated, { by: z.string() })),
  drafts: z.array(dated),
  coming: z.array(dated),
  unsigned: z.number(),
  legal: z.array(z.object({ slug: z.enum(LEGAL_SLUGS), id: z.nullable(z.string()) })),
  is_operator: z.boolean(),
});

export type Waits = z.infer<typeof waitsSchema>;

/** Declares steps not needed, for everybody. */
export const skipFirstSteps = async (client: StaffClient, steps: readonly string[]): Promise<void> =>
  unwrapNothing(await client.rpc('skip_first_steps', { steps: [...steps] }));

/** The warnings of the page's shell, such as a late backup. */
export const readWarnings = async (): Promise<readonly string[]> =>
  (await readOfShell('/readyz', healthSchema))?.warnings ?? [];
