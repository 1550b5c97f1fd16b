import { useMemo, useSyncExternalStore } from 'react';
import { type Progress, parseProgress, withCourse } from '../model/course.ts';

const KEY = 'course-progress';
/** The key before sites had names of their own: what visitors have done there still counts. */
const FORMER_KEY = 'ki-lernplattform.progress';

const listeners = new Set<() => void>();
/** The last text that was read: `useSyncExternalStore` needs the same object for the same text. */
let snapshot: { readonly stored: string | null; readonly progress: Progress } = { stored: null, progress: {} };
/** Replaces a storage that the browser refuses. */
let fallback: { readonly text: string } | null = null;

function stored(): string | null {
  if (fallback) return fallback.text;
  try {
    return localStorage.getItem(KEY) ?? localStorage.getItem(FORMER_KEY);
  } catch {
    return null;
  }
}

function store(progress: Progress): void {
  const text = JSON.stringify(progress);
  try {
    localStorage.setItem(KEY, text);
  } catch (error) {
    fallback = { text };
    console.warn('progress lasts as long as this page:', error);
  }
  for (const listener of listeners) listener();
}

/** Browser only. */
export function readProgress(): Progress {
  const text = stored();
  if (text !== snapshot.stored) snapshot = { stored: text, progress: parseProgress(text) };
  return snapshot.progress;
}

function subscribeToProgress(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function setDone(courseId: string, done: readonly string[]): void {
  store(withCourse(readProgress(), courseId, done));
}

export function markDone(courseId: string, lessonId: string, isDone: boolean): void {
  const others = (readProgress()[courseId] ?? []).filter((id) => id !== lessonId);
  setDone(courseId, isDone ? [...others, lessonId] : others);
}

const NONE: readonly string[] = [];

/** The lessons of a course that are done; none on the server and until hydration. */
export function useProgress(courseId: string): ReadonlySet<string> {
  const done = useSyncExternalStore(
    subscribeToProgress,
    () => readProgress()[courseId] ?? NONE,
    () => NONE,
  );
  return useMemo(() => new Set(done), [done]);
}
