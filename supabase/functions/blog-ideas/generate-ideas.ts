import type { Dependencies } from '../_shared/dependencies.ts';
import { generate } from '../_shared/gemini.ts';
import type { IdeasRequest } from './body.ts';
import { IDEAS, ideasIn } from './ideas.ts';
import { RULES } from './prompt.ts';

const text = { type: 'STRING' };

const responseSchema = {
  type: 'ARRAY',
  minItems: IDEAS,
  maxItems: IDEAS,
  items: {
    type: 'OBJECT',
    properties: { title: text, description: text, mehrwert: text, sources: { type: 'ARRAY', items: text } },
    required: ['title', 'description', 'mehrwert'],
    propertyOrdering: ['title', 'description', 'mehrwert', 'sources'],
  },
};

/** Has Gemini read a file; returns the workflow's `output_data`. */
export async function generateIdeas(
  { fileContent, filename }: IdeasRequest,
  prompt: string,
  dependencies: Dependencies,
): Promise<object> {
  const task = {
    instructions: `${prompt}\n\n${RULES}`,
    text: `Dokument «${filename}»:\n\n${fileContent}`,
    responseSchema,
  };
  const answer = await generate(task, dependencies);
  return ideasIn(answer.text, fileContent);
}
