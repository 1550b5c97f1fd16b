import { z } from 'zod/mini';
import { addresses } from '../addresses.ts';
import { defineRecord, type Editable, recordTexts } from '../kinds/model/define-record.ts';
import { area, markdown, text } from '../kinds/model/fields.ts';

export const WORKFLOW_TYPES = [
  { type: 'perplexity_web_search', name: 'Web Search' },
  { type: 'gemini_blog_ideas', name: 'Blog Ideas' },
] as const;

/** In characters; the edge functions have the same limit. */
const LONGEST = 20_000;

export const prompt = defineRecord({
  table: 'prompts',
  texts: recordTexts('Prompt', { readFailed: 'There is no such prompt.' }),
  fields: {
    name: text('name', 'Name', { required: true }),
    workflowType: {
      ...text('workflow_type', 'Workflow Type', { initial: WORKFLOW_TYPES[0].type, schema: z.string() }),
      kind: 'choice',
      choices: Object.fromEntries(WORKFLOW_TYPES.map(({ type, name }) => [type, name])),
    },
    text: area(
      markdown('prompt_text', 'Prompt Text', {
        required: true,
        most: [LONGEST, 'Please shorten the prompt to 20,000 characters'],
      }),
      12,
    ),
  },
  shown: { isActive: 'is_active' },
  at: { list: addresses.prompts, edit: ({ id }) => `${addresses.prompts}?edit=${id}` },
  reasons: {
    prompts_one_active_per_type: { field: 'workflowType', message: 'This workflow already has an active prompt.' },
  },
});

export type Prompt = Editable<typeof prompt> & { readonly isActive: boolean };
