import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { haveWorkflowsChanged } from './data/have-workflows-changed.ts';
import { isRunning, type WorkflowRun } from './model/workflow.ts';

const SOON = 3_000;

/** A pending workflow that did not start within a minute waits for a function that may never come. */
const LATER = 15_000;
const YOUNG = 60_000;

interface Known {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
}

const isSoon = ({ status, createdAt }: Known) => status === 'processing' || Date.now() - Date.parse(createdAt) < YOUNG;

/** Reads the list anew when one of its unfinished workflows has got on. */
export function useRefresh(runs: readonly WorkflowRun[]): void {
  const { revalidate } = useRevalidator();
  const unfinished = JSON.stringify(
    runs.filter(isRunning).map(({ id, status, createdAt }): Known => ({ id, status, createdAt })),
  );

  // The database, which says nothing by itself; not asked while nobody looks.
  useEffect(() => {
    const known: Known[] = JSON.parse(unfinished);
    if (known.length === 0) return;
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      if (await asStaff((client) => haveWorkflowsChanged(client, known))) await revalidate();
    };
    const timer = setInterval(() => void look().catch(console.error), known.some(isSoon) ? SOON : LATER);
    return () => clearInterval(timer);
  }, [unfinished, revalidate]);
}
