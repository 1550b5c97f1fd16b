import { defineRecord, type Editable } from '../records/model/define-record.ts';
import { longText, text } from '../records/model/fields.ts';
import { z } from '../records/model/z.ts';

/** The two kinds of workflow, and what they are called on screen. */
export const WORKFLOW_TYPES = [
  { type: 'perplexity_web_search', name: 'Web Search' },
  { type: 'gemini_blog_ideas', name: 'Blog Ideas' },
] as const;

/** Characters, as the functions take it. */
const LONGEST = 20_000;

export const prompt = defineRecord({
  table: 'prompts',
  texts: {
    new: 'New Prompt',
    edit: 'Edit Prompt',
    create: 'Create Prompt',
    update: 'Update Prompt',
    createFailed: 'Failed to create prompt',
    updateFailed: 'Failed to update prompt',
    readFailed: 'There is no such prompt.',
    deleteQuestion: 'Are you sure you want to delete this prompt?',
    deleteFailed: 'Failed to delete prompt',
  },
  fields: {
    name: text('name', 'Name', { required: true }),
    text: longText('prompt_text', 'Prompt Text', {
      required: true,
      most: [LONGEST, 'Please shorten the prompt to 20,000 characters'],
    }),
    workflowType: text('workflow_type', 'Workflow Type', { initial: WORKFLOW_TYPES[0].type, schema: z.string() }),
  },
  shown: { isActive: 'is_active' },
  reasons: {
    prompts_one_active_per_type: { field: 'workflowType', message: 'This workflow already has an active prompt.' },
  },
});

export type Prompt = Editable<typeof prompt> & { readonly isActive: boolean };
