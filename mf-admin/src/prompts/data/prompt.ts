import { z } from '../../records/model/z.ts';

/** The two kinds of workflow, and what they are called on screen. */
export const WORKFLOW_TYPES = [
  { type: 'perplexity_web_search', name: 'Web Search' },
  { type: 'gemini_blog_ideas', name: 'Blog Ideas' },
] as const;

export interface Prompt {
  readonly id: string;
  readonly updatedAt: string;
  readonly isActive: boolean;
  readonly values: PromptValues;
}

/** Characters, as the functions take it. */
const LONGEST = 20_000;

export const promptSchema = z.object({
  name: z.string().trim().min(1, 'Name is required'),
  text: z
    .string()
    .refine((text) => text.trim() !== '', 'Prompt Text is required')
    .max(LONGEST, 'Please shorten the prompt to 20,000 characters'),
  workflowType: z.string(),
});

export type PromptValues = z.input<typeof promptSchema>;

export const NEW_PROMPT: PromptValues = { name: '', text: '', workflowType: WORKFLOW_TYPES[0].type };
