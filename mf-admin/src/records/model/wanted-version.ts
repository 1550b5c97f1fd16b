import { z } from './z.ts';

/** Which version a form asks for. */
export const wantedSchema = z.object({ entry: z.coerce.number().int(), seen: z.coerce.number().int() });
