import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { UnreadableFile } from '../files/model/file-rows.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import type { Progress } from '../kit/progress-note.tsx';
import type { WorkflowStart } from './components/start-forms.tsx';
import { createFileWorkflow, createSearch, failUnstartedWorkflow, runFunction } from './data/workflows.ts';
import { readFileText } from './model/file-text/read-file-text.ts';
import type { Search } from './model/search-form.ts';
import { type FunctionResponse, fileAlert, SEARCH_FAILED } from './model/workflow.ts';

interface WorkflowPlan {
  /** Returns the id of the stored workflow, and its run. */
  readonly store: (
    report: (progress: Progress) => void,
  ) => Promise<{ readonly id: string; readonly run: () => Promise<FunctionResponse> }>;
  readonly waiting: string;
  readonly alertFor: (message: string | null) => string;
}

const IDLE: WorkflowStart = { progress: null, alert: null };

/** Starts the workflows of one form, one at a time, and waits for the response of each function. */
export function useWorkflowStart() {
  const [state, setState] = useState<WorkflowStart>(IDLE);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const running = useRef(false);
  const left = useRef(false);

  // A file that is read while the user leaves the page must not navigate back to it.
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const follow = async ({ store, waiting, alertFor }: WorkflowPlan): Promise<string | null> => {
    const { id, run } = await store((progress) => setState({ progress, alert: null }));
    setState({ progress: { text: waiting, since: Date.now() }, alert: null });
    if (!left.current) await navigate(`?workflow=${id}`, { preventScrollReset: true });
    void revalidate();
    const response = await run();
    return response.ok ? null : alertFor(response.message);
  };

  const start = async (plan: WorkflowPlan) => {
    if (running.current) return;
    running.current = true;
    try {
      setState({ progress: null, alert: await follow(plan) });
    } catch (error) {
      console.error(error);
      setState({ progress: null, alert: error instanceof UnreadableFile ? error.message : plan.alertFor(null) });
    } finally {
      running.current = false;
      void revalidate();
    }
  };

  return { state, start };
}

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
