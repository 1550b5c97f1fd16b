import { startTransition, useEffect, useState } from 'react';
import type { Structure } from './structure.ts';
import { type TextSource, useSettled } from './text-source.ts';

const EMPTY: Structure = { headings: [], sections: [], words: 0 };

async function structureIn(text: string): Promise<Structure> {
  if (text.trim() === '') return EMPTY;
  try {
    const { structureOf } = await import(/* webpackChunkName: "admin-structure" */ './structure.ts');
    return structureOf(text);
  } catch (error) {
    console.error('structure:', error);
    return { ...EMPTY, sections: [{ from: 0, source: text }] };
  }
}

/** The outline, the sections of the preview and the number of words, after a pause in typing. */
export function useStructure({ read, follow }: TextSource): Structure {
  const text = useSettled(follow, read);
  const [structure, setStructure] = useState(EMPTY);
  // The network, for the parser.
  useEffect(() => {
    let isCurrent = true;
    void structureIn(text).then((next) => {
      if (isCurrent) startTransition(() => setStructure(next));
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return structure;
}
