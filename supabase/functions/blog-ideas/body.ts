import { z } from 'npm:zod@4.6.7';

/** Characters: about a thousand pages, well within what the model reads at once. */
const LONGEST_TEXT = 2_000_000;

export const ideasSchema = z.object({
  workflowId: z.uuid(),
  fileContent: z.string().max(LONGEST_TEXT, 'is too long').regex(/\S/, 'has no text'),
  filename: z.string().trim().min(1, 'must not be blank').max(255),
});

export type IdeasRequest = z.output<typeof ideasSchema>;
