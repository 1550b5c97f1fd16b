import { z } from '../../records/model/z.ts';

/** What `/readyz` says of the shell that answered. */
export const healthSchema = z.object({
  failing: z.array(z.string()),
  registryKind: z.enum(['file', 'database']),
  /** Why the registry cannot be read. */
  registry: z.string().optional(),
  standIns: z.record(z.string(), z.object({ serves: z.string() })).optional(),
});

export type Health = z.infer<typeof healthSchema>;
