import { from } from '@ki/shared/ui/theme.ts';
import { createContext, useState, useSyncExternalStore } from 'react';

/** A choice that this browser remembers, in all tabs. */
function rememberedChoice(key: string) {
  const listeners = new Set<() => void>();
  /** Replaces a storage that the browser refuses. */
  let fallback: { readonly value: string | null } | null = null;
  const read = (): string | null => {
    if (fallback) return fallback.value;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  };
  return {
    useChoice: () => useSyncExternalStore(subscribe, read),
    choose(value: string | null) {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch (error) {
        fallback = { value };
        console.warn('the choice lasts as long as this page:', error);
      }
      for (const listener of listeners) listener();
    },
  };
}

function hookOf(media: string): () => boolean {
  const query = media.replace('@media ', '');
  const subscribe = (listener: () => void) => {
    const list = matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

const useMediumWindow = hookOf(from.medium);
const useLargeWindow = hookOf(from.large);

const editor = rememberedChoice('markdown-editor');

interface EditorChoice {
  /** Phones have the plain text area only. */
  readonly offered: boolean;
  readonly chosen: boolean;
}

/** Whether this browser's user writes Markdown in the editor. One choice for all fields. */
export function useEditorChoice(): EditorChoice {
  const offered = useMediumWindow();
  const chosen = editor.useChoice() === 'open';
  return { offered, chosen: offered && chosen };
}

export const chooseEditor = (chosen: boolean) => editor.choose(chosen ? 'open' : null);

const VIEWS = { write: 'Write', beside: 'Side by Side', preview: 'Preview' } as const;

/** The text, the text with its preview beside it, or the preview in its place. */
export type View = keyof typeof VIEWS;

/** How the fields of a form show their texts. */
export const WritingView = createContext<View>('write');

const beside = rememberedChoice('markdown-view');

/** A form begins with the text. In a small window nothing stands beside it. */
export function useWritingView() {
  const isLarge = useLargeWindow();
  const isBeside = beside.useChoice() !== null && isLarge;
  const [isPreviewed, setIsPreviewed] = useState(false);
  const choose = (chosen: View) => {
    setIsPreviewed(chosen === 'preview');
    if (chosen !== 'preview') beside.choose(chosen === 'beside' ? chosen : null);
  };
  const views = (Object.entries(VIEWS) as [View, string][]).filter(([name]) => isLarge || name !== 'beside');
  const view: View = isPreviewed ? 'preview' : isBeside ? 'beside' : 'write';
  return { view, views, choose };
}
