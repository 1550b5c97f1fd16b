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

/** Characters, about a hundred pages: what is behind them is not read, since it costs and adds little to ten ideas. */
const LONGEST_TEXT = 200_000;

/** Has Gemini read a file; returns the workflow's `output_data`, which says so when the file was not read to its end. */
export async function generateIdeas(
  { fileContent, filename }: IdeasRequest,
  prompt: string,
  dependencies: Dependencies,
): Promise<object> {
  // No half of a character at the end.
  const material = fileContent.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '');
  const task = {
    instructions: `${prompt}\n\n${RULES}`,
    text: `Dokument «${filename}»:\n\n${material}`,
    responseSchema,
  };
  const answer = await generate(task, dependencies);
  const isCut = material.length < fileContent.length;
  return { ...ideasIn(answer.text, material), ...(isCut && { used_characters: material.length }) };
}
