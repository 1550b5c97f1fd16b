import { plural } from '@ki/shared/format/plural.ts';
import { readingMinutes } from '@ki/shared/format/reading-time.ts';
import { TextAreaField, type TextAreaFieldProps } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import {
  type ReactNode,
  type RefObject,
  type UIEvent,
  useContext,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import styled from 'styled-components';
import { ONLY_TEXT } from '../kit/only-text.ts';
import { Note } from '../kit/part.tsx';
import { useEditorChoice, WritingView } from './choices.ts';
import type { EditorProps } from './editor/editor.tsx';
import { useEditorCode } from './editor/use-editor.ts';
import { MarkdownPreview } from './markdown.tsx';
import { type TextTarget, textAreaTarget } from './model/text-target.ts';
import { RecordKey } from './record-key.ts';
import type { Structure } from './structure.ts';
import { TextPictures } from './text-pictures.tsx';
import { type TextForm, useTextSource } from './text-source.ts';
import { useStructure } from './use-structure.ts';

interface PlainTextProps extends Omit<TextAreaFieldProps, 'id'>, Pick<EditorProps, 'id' | 'focus'> {}

/** The text area. Focus and selection pass between it and the editor in the commit that replaces one by the other. */
function PlainText({ focus, ...field }: PlainTextProps) {
  const { id } = field;
  useLayoutEffect(() => {
    const area = document.getElementById(id) as HTMLTextAreaElement;
    const at = focus.current;
    focus.current = null;
    if (at) {
      area.focus();
      area.setSelectionRange(Math.min(at.anchor, at.head), Math.max(at.anchor, at.head));
    }
    return () => {
      if (document.activeElement !== area) return;
      focus.current = { anchor: area.selectionStart, head: area.selectionEnd };
    };
  }, [id, focus]);
  return <TextAreaField code {...field} />;
}

interface ControlProps extends Omit<TextAreaFieldProps, 'form' | 'name'>, Pick<EditorProps, 'text' | 'sections'> {
  readonly name: string;
  readonly structure: Structure;
  readonly preview: RefObject<HTMLElement | null>;
  /** A picture that the text names is in the library by now. */
  readonly onPicture: () => void;
  /** Gets the way to where somebody writes, for parts beside the field. */
  readonly targetRef?: RefObject<(() => TextTarget | null) | null> | undefined;
}

/** A Markdown text area, or the editor for who has chosen it. */
function MarkdownControl(props: ControlProps) {
  const { text, name, structure, preview, sections, onPicture, targetRef, ...field } = props;
  const { chosen } = useEditorChoice();
  const id = useId();
  const record = useContext(RecordKey);
  const target: EditorProps['target'] = useRef(null);
  const kept = useRef<unknown>(null);
  const focus: EditorProps['focus'] = useRef(null);
  const { Editor, failed, retry } = useEditorCode(chosen);
  const { label, hint = 'Markdown', error, required = false, rows = 12, lang = 'de', onDrop } = field;
  const area = () => {
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? textAreaTarget(element) : null;
  };
  const present = () => target.current ?? area();
  useImperativeHandle(targetRef, () => present);
  const shown = { label, hint, error, required, rows, lang, onDrop };
  const keptAs = record && `${record}/${name}`;
  const scrollAlong = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
    const page = preview.current;
    if (page) page.scrollTop = (scrollTop / (scrollHeight - clientHeight)) * (page.scrollHeight - page.clientHeight);
  };
  return (
    <TextPictures text={text} target={present} onUploaded={onPicture}>
      {Editor ? (
        <Editor
          {...shown}
          {...{ id, text, kept, keptAs, focus, preview, sections, target }}
          headings={structure.headings}
        />
      ) : (
        <PlainText lang="de" hint="Markdown" {...field} {...{ id, name, focus }} onScroll={scrollAlong} />
      )}
      {failed && (
        <Notice tone="warning" title="The editor cannot be loaded." onRetry={retry} retryLabel="Try again">
          What you typed is still in the form, and the plain text works as before.
        </Notice>
      )}
    </TextPictures>
  );
}

/** As wide as the text of a page, or two columns. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[5]};

  &[data-view='beside'] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  &[data-view='preview'] [role='region'] {
    flex: none;
    max-block-size: none;
  }

  :root[${ONLY_TEXT}] & textarea,
  :root[${ONLY_TEXT}] & [data-editor] {
    block-size: max(20rem, 100dvh - 20rem);
  }
`;

type MarkdownFieldProps<Values extends FieldValues> = Omit<TextAreaFieldProps, 'form' | 'name'> &
  Pick<ControlProps, 'targetRef'> & {
    readonly form: TextForm<Values>;
    readonly name: FieldPath<Values>;
    /** By default the field is named. */
    readonly previewHeading?: string;
    /** Replaces the preview of the text alone. */
    readonly ownPreview?: ReactNode;
    readonly actions?: ReactNode;
  };

export function MarkdownField<Values extends FieldValues>(props: MarkdownFieldProps<Values>) {
  const { previewHeading = `Preview of ${props.label}`, ownPreview, actions, form, name, ...control } = props;
  const view = useContext(WritingView);
  // An error is beside the text that it is about.
  const shown = view === 'preview' && control.error ? 'write' : view;
  const text = useTextSource(form, name);
  const structure = useStructure(text);
  const preview = useRef<HTMLDivElement>(null);
  const sections = useRef(structure.sections);
  useLayoutEffect(() => {
    sections.current = structure.sections;
  }, [structure]);
  const [pictures, setPictures] = useState(0);
  return (
    <Stack $gap={2}>
      <Columns data-view={shown}>
        <div hidden={shown === 'preview'}>
          <MarkdownControl
            {...control}
            {...{ text, name, structure, preview, sections }}
            onPicture={() => setPictures((count) => count + 1)}
          />
        </div>
        {shown !== 'write' &&
          (ownPreview ?? (
            <MarkdownPreview key={pictures} heading={previewHeading} sections={structure.sections} page={preview} />
          ))}
      </Columns>
      <Cluster $justify="space-between">
        <Note>
          {structure.words > 0 &&
            `${plural(structure.words, 'word', 'words')}, ${readingMinutes(structure.words)} min to read`}
        </Note>
        {actions}
      </Cluster>
    </Stack>
  );
}
