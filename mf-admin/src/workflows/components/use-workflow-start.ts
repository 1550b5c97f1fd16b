import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { UnreadableFile } from '../model/file-text/unreadable-file.ts';
import type { FunctionAnswer } from '../model/function-answer.ts';
import type { Progress } from './progress-note.tsx';

export interface WorkflowStart {
  readonly progress: Progress | null;
  /** The error catalogue's text, or why a file cannot be read. */
  readonly alert: string | null;
}

export interface PreparedWorkflow {
  readonly id: string;
  /** Has its function do the work. */
  readonly run: () => Promise<FunctionAnswer>;
}

/** What makes one kind of workflow different from another. */
export interface WorkflowPlan {
  /** Stores the workflow. */
  readonly prepare: (report: (progress: Progress) => void) => Promise<PreparedWorkflow>;
  readonly waiting: string;
  readonly alertFor: (message: string | null) => string;
}

const IDLE: WorkflowStart = { progress: null, alert: null };

/** Starts workflows of one form, one at a time, and follows each until its function has answered. */
export function useWorkflowStart() {
  const [state, setState] = useState<WorkflowStart>(IDLE);
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const running = useRef(false);
  const left = useRef(false);

  // Leaving the page: a file that is still being read then must not bring one back.
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const follow = async ({ prepare, waiting, alertFor }: WorkflowPlan): Promise<string | null> => {
    const { id, run } = await prepare((progress) => setState({ progress, alert: null }));
    setState({ progress: { text: waiting, since: Date.now() }, alert: null });
    if (!left.current) await navigate(`?workflow=${id}`, { preventScrollReset: true });
    void revalidate();
    const answer = await run();
    return answer.ok ? null : alertFor(answer.message);
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
