import { indentLess, indentMore } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { StateCommand } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { Button } from '@ki/shared/ui/button.tsx';
import { FieldFrame, type FieldProps } from '@ki/shared/ui/form/field-frame.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type DragEventHandler, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import { Note } from '../../kit/part.tsx';
import type { TextTarget } from '../model/text-target.ts';
import type { Heading } from '../structure.ts';
import { editorTarget } from './setup.ts';
import { alignTableHere } from './table-command.ts';
import { useView, type ViewOptions } from './use-view.ts';

const List = styled.ul`
  max-block-size: 14rem;
  overflow-y: auto;
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.small};
  background: ${color.sunken};
`;

const Line = styled.button<{ readonly $level: number }>`
  inline-size: 100%;
  min-block-size: 2rem;
  padding: ${space[1]} ${space[2]};
  padding-inline-start: calc(${space[2]} + ${({ $level }) => Math.max(0, $level - 2)} * ${space[4]});
  border: 0;
  background: none;
  color: ${color.link};
  font-size: ${size.small};
  text-align: start;
  overflow-wrap: anywhere;

  &:hover {
    text-decoration: underline;
  }

  &:focus-visible {
    outline-offset: -0.1875rem;
  }
`;

interface OutlineProps {
  readonly headings: readonly Heading[];
  readonly onChoose: (heading: Heading) => void;
}

export function Outline({ headings, onChoose }: OutlineProps) {
  if (headings.length === 0) return <Note>The text has no headings yet.</Note>;
  return (
    <nav aria-label="Outline">
      <List>
        {headings.map((heading) => (
          <li key={heading.from}>
            <Line type="button" lang="de" $level={heading.level} onClick={() => onChoose(heading)}>
              {heading.text}
            </Line>
          </li>
        ))}
      </List>
    </nav>
  );
}

export interface EditorProps
  extends FieldProps,
    Pick<ViewOptions, 'preview' | 'sections' | 'text' | 'keptAs' | 'kept' | 'focus'> {
  readonly id: string;
  readonly required: boolean;
  readonly rows: number;
  readonly lang: string;
  readonly onDrop?: DragEventHandler | undefined;
  readonly headings: readonly Heading[];
  /** The editor, for who inserts a picture. */
  readonly target: RefObject<TextTarget | null>;
}

/** As high as a text area with these rows. */
const Host = styled.div<{ readonly $rows: number }>`
  block-size: max(20rem, calc(${({ $rows }) => $rows} * 1.45rem + ${space[4]}));
  min-block-size: 12rem;
  overflow: hidden;
  /* Room for the ring of the focus. */
  margin: calc(-1 * ${space[1]});
  padding: ${space[1]};
  border-radius: ${radius.small};
  color: ${color.text};
  resize: vertical;
`;

const KEYS =
  'Tab leaves the editor. With Ctrl, on a Mac with Cmd: S keeps your work, Z undoes, F finds, ] and [ indent where a keyboard has keys for them. Alt+Shift+F, on a Mac Option+Shift+F, aligns a table.';

export function Editor(props: EditorProps) {
  const { id, label, hint, error, labelHidden, required, rows, lang, onDrop, headings, target, ...rest } = props;
  const field = {
    id,
    label,
    hint: (
      <>
        {hint} {KEYS}
      </>
    ),
    error,
    labelHidden,
    required,
  };
  const host = useRef<HTMLDivElement>(null);
  const wrong = Boolean(error);
  const attributes = useMemo(
    () => ({
      id,
      lang,
      'aria-label': label,
      'aria-required': String(required),
      'aria-describedby': wrong ? `${id}-error ${id}-hint` : `${id}-hint`,
      ...(wrong && { 'aria-invalid': 'true' }),
      spellcheck: 'true',
      autocapitalize: 'sentences',
    }),
    [id, lang, label, required, wrong],
  );
  const view = useView({ ...rest, host, attributes });

  useEffect(() => {
    target.current = view && editorTarget(view);
    return () => {
      target.current = null;
    };
  }, [target, view]);

  // A label moves the focus to controls of forms only.
  useEffect(() => {
    const name = document.querySelector(`label[for="${id}"]`);
    const focus = () => view?.focus();
    name?.addEventListener('click', focus);
    return () => name?.removeEventListener('click', focus);
  }, [id, view]);

  return (
    <FieldFrame {...field}>
      {() => (
        <Stack $gap={2}>
          {view && <Tools view={view} headings={headings} />}
          <Host ref={host} data-editor="" $rows={rows} onDropCapture={onDrop} />
        </Stack>
      )}
    </FieldFrame>
  );
}

function Tools({ view, headings }: { readonly view: EditorView; readonly headings: readonly Heading[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const run = (command: StateCommand) => () => {
    command(view);
    view.focus();
  };
  const go = ({ from }: Heading) => {
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'start' }) });
    view.focus();
  };
  return (
    <>
      <Cluster $gap={2}>
        <Button variant="secondary" size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          Outline
        </Button>
        <Button variant="secondary" size="small" onClick={() => openSearchPanel(view)}>
          Find and Replace
        </Button>
        <Button variant="secondary" size="small" onClick={run(alignTableHere)}>
          Align Table
        </Button>
        {/* German keyboards have no key for brackets. */}
        <Button variant="secondary" size="small" onClick={run(indentMore)}>
          Indent
        </Button>
        <Button variant="secondary" size="small" onClick={run(indentLess)}>
          Outdent
        </Button>
      </Cluster>
      <div id={id}>{open && <Outline headings={headings} onChoose={go} />}</div>
    </>
  );
}
