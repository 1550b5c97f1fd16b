import { from } from '@ki/shared/ui/theme.ts';
import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { EditorProps } from './editor.tsx';

const KEY = 'markdown-editor';
const CHOSEN = 'open';
const WIDE = from.medium.replace('@media ', '');

const listeners = new Set<() => void>();
/** Replaces a storage that the browser refuses. */
let fallback: { readonly chosen: boolean } | null = null;

function isChosen(): boolean {
  if (fallback) return fallback.chosen;
  try {
    return localStorage.getItem(KEY) === CHOSEN;
  } catch {
    return false;
  }
}

export function chooseEditor(chosen: boolean): void {
  try {
    if (chosen) localStorage.setItem(KEY, CHOSEN);
    else localStorage.removeItem(KEY);
  } catch (error) {
    fallback = { chosen };
    console.warn('the choice lasts as long as this page:', error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const wide = matchMedia(WIDE);
  listeners.add(listener);
  window.addEventListener('storage', listener);
  wide.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    wide.removeEventListener('change', listener);
  };
}

interface EditorChoice {
  /** Phones have the plain text area only. */
  readonly offered: boolean;
  readonly chosen: boolean;
}

/** Whether this browser's user writes Markdown in the editor. One choice for all fields. */
export function useEditorChoice(): EditorChoice {
  const offered = useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
  const chosen = useSyncExternalStore(subscribe, isChosen);
  return { offered, chosen: offered && chosen };
}

type Part = ComponentType<EditorProps>;

async function load(): Promise<Part> {
  const module = await import(/* webpackChunkName: "admin-editor" */ './editor.tsx');
  return module.Editor;
}

/** Once it is loaded, later forms begin with it. */
let loaded: Part | null = null;

/** The editor's code, loaded when somebody uses it. */
export function useEditorCode(wanted: boolean) {
  const [Editor, setEditor] = useState<Part | null>(() => loaded);
  const [failed, setFailed] = useState(false);

  const start = useCallback(async () => {
    try {
      const part = await load();
      loaded = part;
      setFailed(false);
      setEditor(() => part);
    } catch (error) {
      console.error('editor:', error);
      setFailed(true);
    }
  }, []);

  // The network.
  useEffect(() => {
    if (wanted && !Editor) void start();
  }, [wanted, Editor, start]);

  return { Editor: wanted ? Editor : null, failed: wanted && failed, retry: start };
}
