import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { UnreadableFile } from '../../files/model/file-rows.ts';
import type { Progress } from '../../kit/progress-note.tsx';
import type { FunctionResponse } from '../model/function-response.ts';

export interface WorkflowStart {
  readonly progress: Progress | null;
  readonly alert: string | null;
}

export interface StoredWorkflow {
  readonly id: string;
  readonly run: () => Promise<FunctionResponse>;
}

export interface WorkflowPlan {
  readonly store: (report: (progress: Progress) => void) => Promise<StoredWorkflow>;
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
