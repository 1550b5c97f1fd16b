import { asStaff } from '../records/data/as-staff.ts';
import type { WorkflowPlan } from './components/use-workflow-start.ts';
import { createFileWorkflow, createSearch } from './data/create-workflow.ts';
import { failUnstartedWorkflow } from './data/fail-unstarted-workflow.ts';
import { runFunction } from './data/run-function.ts';
import { readFileText } from './model/file-text/read-file-text.ts';
import { type FunctionAnswer, fileAlert, SEARCH_FAILED } from './model/function-answer.ts';
import type { Search } from './model/search-form.ts';

/** A web search: a row, then the function that answers it. */
export const searchPlan = (search: Search): WorkflowPlan => ({
  prepare: async (report) => {
    report({ text: 'Starting the search.' });
    const { query, maxResults, recency: searchRecencyFilter, domains } = search;
    const filter = domains.length > 0 ? { searchDomainFilter: domains } : {};
    const id = await asStaff((client) => createSearch(client, search));
    return { id, run: () => runWorkflow('web-search', id, { query, maxResults, searchRecencyFilter, ...filter }) };
  },
  waiting: 'Waiting for Perplexity.',
  alertFor: () => SEARCH_FAILED,
});

/** Ideas from a file: its text first, so that a file without one leaves no row. */
export const filePlan = (file: File): WorkflowPlan => ({
  prepare: async (report) => {
    const text = 'Reading the file.';
    report({ text });
    const fileContent = await readFileText(file, (part) => report({ text, part }));
    report({ text: 'Uploading the text.' });
    const id = await asStaff((client) => createFileWorkflow(client, file));
    return { id, run: () => runWorkflow('blog-ideas', id, { fileContent, filename: file.name }) };
  },
  waiting: 'Uploaded. Waiting for Gemini.',
  alertFor: fileAlert,
});

/** A workflow whose function was not reached is ended here, so that it does not wait for ever. */
async function runWorkflow(name: string, workflowId: string, body: object): Promise<FunctionAnswer> {
  const answer = await asStaff((client) => runFunction(client, name, { workflowId, ...body }));
  if (!answer.ok) await asStaff((client) => failUnstartedWorkflow(client, workflowId)).catch(console.error);
  return answer;
}
