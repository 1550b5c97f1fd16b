import { useRef, useState } from 'react';
import { errorText } from '../use-operation.ts';
import { checkPicture, titleOf } from './check-picture.ts';
import { uploadPicture } from './upload-picture.ts';

export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'stopped' | 'failed' | 'refused';
  readonly share: number;
  readonly problem: string | null;
}

/** As many as share a line well; the others wait. */
const AT_ONCE = 3;

interface Job {
  readonly file: File;
  readonly stopping: AbortController;
}

/** Files on their way into the library. `onUploaded` gets the id of each that has arrived. */
export function useUploads(onUploaded: (id: string, file: File) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const jobs = useRef(new Map<string, Job>());
  const line = useRef<string[]>([]);
  const running = useRef(0);

  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));

  async function run(key: string): Promise<void> {
    const job = jobs.current.get(key);
    if (!job || job.stopping.signal.aborted) return;
    const { file, stopping } = job;
    const { signal } = stopping;
    try {
      const checked = await checkPicture(file);
      if ('problem' in checked) return change(key, { state: 'refused', problem: checked.problem });
      signal.throwIfAborted();
      change(key, { state: 'sending' });
      const onShare = (share: number) => change(key, { share });
      const id = await uploadPicture({ file, title: titleOf(file), type: checked.type }, { signal, onShare });
      change(key, { state: 'done', share: 1 });
      onUploaded(id, file);
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      change(key, { state: 'failed', problem: errorText(error) });
    }
  }

  function go(): void {
    while (running.current < AT_ONCE) {
      const key = line.current.shift();
      if (key === undefined) return;
      running.current += 1;
      void run(key).finally(() => {
        running.current -= 1;
        go();
      });
    }
  }

  function start(key: string, file: File): void {
    jobs.current.set(key, { file, stopping: new AbortController() });
    line.current.push(key);
    go();
  }

  return {
    uploads,
    add(files: Iterable<File>): void {
      for (const file of files) {
        const key = crypto.randomUUID();
        setUploads((all) => [...all, { key, name: file.name, state: 'waiting', share: 0, problem: null }]);
        start(key, file);
      }
    },
    stop(key: string): void {
      jobs.current.get(key)?.stopping.abort();
      change(key, { state: 'stopped' });
    },
    retry(key: string): void {
      const job = jobs.current.get(key);
      if (!job) return;
      change(key, { state: 'waiting', share: 0, problem: null });
      start(key, job.file);
    },
    dismiss(key: string): void {
      jobs.current.delete(key);
      setUploads((all) => all.filter((one) => one.key !== key));
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
