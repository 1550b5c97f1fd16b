import { useState } from 'react';
import { checkPicture } from '../model/check-picture.ts';

export interface FileNote {
  readonly name: string;
  readonly note: string;
}

/** Adds files, and says what their sizes lack: also of those whose row is gone. */
export function useFileNotes(upload: (files: readonly File[]) => void) {
  const [notes, setNotes] = useState<readonly FileNote[]>([]);
  async function look(file: File): Promise<void> {
    const checked = await checkPicture(file);
    if ('problem' in checked || checked.note === null) return;
    const { note } = checked;
    setNotes((all) => [...all, { name: file.name, note }]);
  }
  /** One after the other: each is read whole. */
  async function lookAt(files: readonly File[]): Promise<void> {
    // The upload says what is wrong.
    for (const file of files) await look(file).catch(console.error);
  }
  const add = (files: readonly File[]) => {
    setNotes([]);
    upload(files);
    void lookAt(files);
  };
  return { add, notes };
}
