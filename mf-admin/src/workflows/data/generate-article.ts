import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { FunctionAnswer } from '../model/function-answer.ts';
import type { Idea } from '../model/workflow.ts';
import { runFunction } from './run-function.ts';

/** Has a draft written for an idea. */
export function generateArticle(client: StaffClient, idea: Idea): Promise<FunctionAnswer> {
  const { id: ideaId, title, description, mehrwert: value, sources } = idea;
  const body = { ideaId, title, description, value, keyword: '' };
  return runFunction(client, 'generate-article', sources.length > 0 ? { ...body, sources } : body);
}
