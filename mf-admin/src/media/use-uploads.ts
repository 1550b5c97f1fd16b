import { newId } from '@ki/shared/data/new-id.ts';
import { useRef, useState } from 'react';
import { errorText } from '../kit/use-operation.ts';
import { keepCopy } from './data/own-uploads.ts';
import { uploadPicture } from './data/upload-picture.ts';
import { checkPicture, titleOf } from './model/check-picture.ts';
import { beginUpload, endUpload, interruptedUploads } from './unfinished-uploads.ts';

export interface Upload {
  /** That of the picture, known before it is in the library. */
  readonly id: string;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'stopped' | 'failed' | 'refused';
  /** The share of its bytes, from 0 to 1. */
  readonly share: number;
  readonly problem: string | null;
}

/** A limit of the sizes of a file, also where its row is gone. */
interface FileNote {
  readonly name: string;
  readonly note: string;
}

export const isUnfinished = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

/** As many as share a line well; the others wait. */
const AT_ONCE = 3;

interface Job {
  readonly file: File;
  readonly stopping: AbortController;
}

interface UploadEvents {
  /** The file is a picture, and on its way. */
  readonly onStarted?: (id: string) => void;
  readonly onUploaded: (id: string) => void;
  /** An upload that had started has failed, or was stopped. */
  readonly onGone?: (id: string) => void;
}

const INTERRUPTED = 'The page was left before it was uploaded. Choose the file once more.';

const interrupted = (): readonly Upload[] =>
  interruptedUploads().map(([id, name]) => ({ id, name, state: 'refused', share: 0, problem: INTERRUPTED }));

/** Files on their way into the library. They arrive, too, when the page that shows them is left. */
export function useUploads({ onStarted, onUploaded, onGone }: UploadEvents) {
  const [uploads, setUploads] = useState(interrupted);
  const [notes, setNotes] = useState<readonly FileNote[]>([]);
  const jobs = useRef(new Map<string, Job>());
  const line = useRef<string[]>([]);
  const running = useRef(0);

  const change = (id: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  async function send(id: string, { file, stopping: { signal } }: Job): Promise<void> {
    const checked = await checkPicture(file);
    if ('problem' in checked) return change(id, { state: 'refused', problem: checked.problem });
    signal.throwIfAborted();
    const { note } = checked;
    if (note !== null) setNotes((all) => [...all.filter(({ name }) => name !== file.name), { name: file.name, note }]);
    change(id, { state: 'sending' });
    onStarted?.(id);
    try {
      const onShare = (share: number) => change(id, { share });
      await uploadPicture({ id, file, title: titleOf(file), type: checked.type }, { signal, onShare });
    } catch (error) {
      onGone?.(id);
      throw error;
    }
    // A browser that cannot decode it shows it as soon as the server does.
    await keepCopy(id, file).catch(console.warn);
    change(id, { state: 'done', share: 1 });
    onUploaded(id);
  }

  async function run(id: string): Promise<void> {
    const job = jobs.current.get(id);
    if (!job || job.stopping.signal.aborted) return;
    try {
      await send(id, job);
    } catch (error) {
      if (job.stopping.signal.aborted) return;
      console.error(error);
      change(id, { state: 'failed', problem: errorText(error) });
    } finally {
      endUpload(id);
    }
  }

  function go(): void {
    while (running.current < AT_ONCE) {
      const id = line.current.shift();
      if (id === undefined) return;
      running.current += 1;
      void run(id).finally(() => {
        running.current -= 1;
        go();
      });
    }
  }

  function start(id: string, file: File): void {
    jobs.current.set(id, { file, stopping: new AbortController() });
    beginUpload(id, file.name);
    line.current.push(id);
    go();
  }

  return {
    uploads,
    notes,
    /** Takes away what is done. */
    add(files: Iterable<File>): void {
      setNotes([]);
      setUploads((all) => all.filter(({ state }) => state !== 'done'));
      for (const file of files) {
        const id = newId();
        setUploads((all) => [...all, { id, name: file.name, state: 'waiting', share: 0, problem: null }]);
        start(id, file);
      }
    },
    stop(id: string): void {
      jobs.current.get(id)?.stopping.abort();
      endUpload(id);
      change(id, { state: 'stopped' });
    },
    retry(id: string): void {
      const job = jobs.current.get(id);
      if (!job) return;
      // A picture of its own: the row of the one before may be on its way out of the database.
      const next = newId();
      jobs.current.delete(id);
      setUploads((all) =>
        all.map((one) => (one.id === id ? { ...one, id: next, state: 'waiting', share: 0, problem: null } : one)),
      );
      start(next, job.file);
    },
    dismiss(id: string): void {
      jobs.current.delete(id);
      endUpload(id);
      setUploads((all) => all.filter((one) => one.id !== id));
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
