import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Section } from '../structure.ts';
import type { TextSource } from '../text-source.ts';
import { fromForm, type KeptState, keepState, keptState, showText, stateWith, toKept } from './setup.ts';
import { allowStyles } from './theme.ts';

const shareOf = (value: number, from: number, to: number): number =>
  to > from ? Math.min(1, Math.max(0, (value - from) / (to - from))) : 0;

/** The preview's parts, one for each section. */
const partsOf = (preview: HTMLElement) => [...preview.querySelectorAll<HTMLElement>('[data-section]')];

/** The section at the reading line, and the share above it. The line moves from the top of the window to its bottom. */
function placeIn(view: EditorView, sections: readonly Section[]) {
  const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM;
  const height = scrollHeight * shareOf(scrollTop, 0, scrollHeight - clientHeight);
  const tops = sections.map(({ from }, index) => (index === 0 ? 0 : view.lineBlockAt(from).top));
  const index = Math.max(
    0,
    tops.findLastIndex((top) => top <= height),
  );
  return { index, share: shareOf(height, tops[index] ?? 0, tops[index + 1] ?? scrollHeight) };
}

function followScroll(view: EditorView, sections: readonly Section[], preview: HTMLElement): void {
  const parts = partsOf(preview);
  // While the preview is behind, its parts are others.
  if (parts.length !== sections.length) return;
  const { index, share } = placeIn(view, sections);
  const zero = preview.getBoundingClientRect().top - preview.scrollTop;
  const topOf = (part: HTMLElement | undefined) =>
    part ? part.getBoundingClientRect().top - zero : preview.scrollHeight;
  const top = index === 0 ? 0 : topOf(parts[index]);
  const target = top + share * (topOf(parts[index + 1]) - top);
  preview.scrollTop = target * (1 - preview.clientHeight / preview.scrollHeight);
}

interface Opening {
  readonly preview: RefObject<HTMLElement | null>;
  readonly text: TextSource;
  /** Keeps the undo history of a stored record over saves. */
  readonly keptAs: string | null;
  /** Keeps it while this form is open. */
  readonly kept: RefObject<KeptState>;
  /** The sections that the preview shows. */
  readonly sections: RefObject<readonly Section[]>;
}

export interface ViewOptions extends Opening {
  readonly host: RefObject<HTMLElement | null>;
  /** The selection of the text area or editor that had the focus when the other took its place. */
  readonly focus: RefObject<{ readonly anchor: number; readonly head: number } | null>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Scrolls the preview along. */
function scrolling({ preview, sections }: Pick<Opening, 'preview' | 'sections'>) {
  let frame = 0;
  const scroll = (view: EditorView) => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => preview.current && followScroll(view, sections.current, preview.current));
  };
  return { scroll, end: () => cancelAnimationFrame(frame) };
}

function openView(parent: HTMLElement, options: Opening, attributes: Compartment) {
  const { text, keptAs, kept } = options;
  const along = scrolling(options);
  let known = text.read();
  const type = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (!docChanged) return;
    if (transactions.some((transaction) => transaction.annotation(fromForm))) return;
    known = state.doc.toString();
    text.write(known);
  });
  const scroll = EditorView.domEventObservers({ scroll: (_, view) => along.scroll(view) });
  const before = kept.current ?? (keptAs !== null ? keptState(keptAs) : null);
  const view = new EditorView({ parent, state: stateWith(known, before, [type, scroll, attributes.of([])]) });
  showText(view, known);
  const leave = text.follow(() => {
    const now = text.read();
    if (now === known) return;
    known = now;
    showText(view, now);
  });
  const close = () => {
    leave();
    along.end();
    kept.current = toKept(view.state);
    if (keptAs !== null) keepState(keptAs, kept.current);
    view.destroy();
  };
  return { view, close };
}

/** CodeMirror's view of the field. Typing renders no component: React learns about the text after a pause. */
export function useView(options: ViewOptions): EditorView | null {
  const { host, preview, text, keptAs, kept, focus, attributes, sections } = options;
  const [view, setView] = useState<EditorView | null>(null);
  const [compartment] = useState(() => new Compartment());

  // A layout effect: the first painting has the text.
  useLayoutEffect(() => {
    if (!host.current) return;
    allowStyles();
    const { view: opened, close } = openView(host.current, { preview, text, keptAs, kept, sections }, compartment);
    setView(opened);
    return () => {
      if (opened.hasFocus) {
        const { anchor, head } = opened.state.selection.main;
        focus.current = { anchor, head };
      }
      close();
    };
  }, [host, preview, text, keptAs, kept, focus, sections, compartment]);

  useLayoutEffect(() => {
    view?.dispatch({ effects: compartment.reconfigure(EditorView.contentAttributes.of(attributes)) });
  }, [view, compartment, attributes]);

  // In the commit that removed the text area: no key is pressed in between.
  useLayoutEffect(() => {
    const at = focus.current;
    if (!view || !at) return;
    focus.current = null;
    view.dispatch({ selection: at, scrollIntoView: true });
    view.focus();
  }, [view, focus]);

  return view;
}
