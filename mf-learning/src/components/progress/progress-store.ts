import { type Progress, parseProgress, withCourse } from '../../model/progress.ts';

const KEY = 'ki-lernplattform.progress';

const listeners = new Set<() => void>();
/** What is stored, as text: two looks at the same text give the same object. */
let seen: { readonly stored: string | null; readonly progress: Progress } = { stored: null, progress: {} };
/** Takes the place of a storage that the browser refuses. */
let kept: { readonly text: string } | null = null;

function stored(): string | null {
  if (kept) return kept.text;
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(progress: Progress): void {
  const text = JSON.stringify(progress);
  try {
    localStorage.setItem(KEY, text);
  } catch (error) {
    kept = { text };
    console.warn('progress lasts as long as this page:', error);
  }
  for (const listener of listeners) listener();
}

/** Which lessons are done. Browser only. */
export function readProgress(): Progress {
  const text = stored();
  if (text !== seen.stored) seen = { stored: text, progress: parseProgress(text) };
  return seen.progress;
}

/** Calls back on each change, in this tab and in others. */
export function subscribeToProgress(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Makes exactly these lessons of a course the ones that are done. */
export function setDone(courseId: string, done: readonly string[]): void {
  store(withCourse(readProgress(), courseId, done));
}

/** Adds a lesson to those that are done, or takes it away. */
export function markDone(courseId: string, lessonId: string, isDone: boolean): void {
  const others = (readProgress()[courseId] ?? []).filter((id) => id !== lessonId);
  setDone(courseId, isDone ? [...others, lessonId] : others);
}
