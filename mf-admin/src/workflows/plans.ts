import { asStaff } from '../kit/data/as-staff.ts';
import type { WorkflowPlan } from './components/use-workflow-start.ts';
import { runFunction } from './data/functions.ts';
import { createFileWorkflow, createSearch, failUnstartedWorkflow } from './data/workflows.ts';
import { readFileText } from './model/file-text/read-file-text.ts';
import { type FunctionResponse, fileAlert, SEARCH_FAILED } from './model/function-response.ts';
import type { Search } from './model/search-form.ts';

export const searchPlan = (search: Search): WorkflowPlan => ({
  store: async (report) => {
    report({ text: 'Starting the search.' });
    const { query, maxResults, recency: searchRecencyFilter, domains } = search;
    const filter = domains.length > 0 ? { searchDomainFilter: domains } : {};
    const id = await asStaff((client) => createSearch(client, search));
    return { id, run: () => runWorkflow('web-search', id, { query, maxResults, searchRecencyFilter, ...filter }) };
  },
  waiting: 'Waiting for Perplexity.',
  alertFor: () => SEARCH_FAILED,
});

/** Reads the text of the file first, so that an unreadable file stores no row. */
export const filePlan = (file: File): WorkflowPlan => ({
  store: async (report) => {
    const text = 'Reading the file.';
    report({ text });
    let notes: readonly string[] = [];
    const fileContent = await readFileText(
      file,
      (share) => report({ text, share }),
      (found) => {
        notes = found;
      },
    );
    report({ text: 'Uploading the text.' });
    const id = await asStaff((client) => createFileWorkflow(client, file, notes));
    return { id, run: () => runWorkflow('blog-ideas', id, { fileContent, filename: file.name }) };
  },
  waiting: 'Uploaded. Waiting for Gemini.',
  alertFor: fileAlert,
});

/** Ends the workflow when its function was not reached, so that it is not pending for ever. */
async function runWorkflow(name: string, workflowId: string, body: object): Promise<FunctionResponse> {
  const response = await asStaff((client) => runFunction(client, name, { workflowId, ...body }));
  if (!response.ok) await asStaff((client) => failUnstartedWorkflow(client, workflowId)).catch(console.error);
  return response;
}
