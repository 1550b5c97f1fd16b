import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';
import type { StepName } from '../model/first-steps.ts';

const stepsSchema = z.object({ done: z.array(z.string()), skipped: z.array(z.string()) });

export type StepsState = z.infer<typeof stepsSchema>;

export async function readFirstSteps(client: StaffClient): Promise<StepsState> {
  return stepsSchema.parse(unwrap(await client.rpc('first_steps')));
}

/** Declares steps not needed, for everybody. */
export async function skipFirstSteps(client: StaffClient, steps: readonly StepName[]): Promise<void> {
  unwrapNothing(await client.rpc('skip_first_steps', { steps: [...steps] }));
}
