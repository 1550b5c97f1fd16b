import { z } from 'npm:zod@4.6.7';

export const ideasSchema = z.object({
  workflowId: z.uuid(),
  fileContent: z.string().regex(/\S/, 'has no text'),
  filename: z.string().trim().min(1, 'must not be blank').max(255),
});

export type IdeasRequest = z.output<typeof ideasSchema>;
