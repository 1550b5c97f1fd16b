import { Button } from '@ki/shared/ui/button.tsx';
import { TextAreaField, type TextAreaFieldProps } from '@ki/shared/ui/form/text-field.tsx';
import { EditIcon, TextIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import {
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import type { EditorProps } from './editor/editor.tsx';
import { chooseEditor, useEditorChoice, useEditorCode } from './editor/use-editor.ts';
import { Beside, MarkdownPreview, SectionsPreview } from './markdown.tsx';
import { type TextTarget, textAreaTarget } from './model/text-target.ts';
import { RecordKey } from './record-key.ts';
import { TextPictures } from './text-pictures.tsx';

type Form<Values extends FieldValues> = Pick<
  UseFormReturn<Values, unknown, Values>,
  'control' | 'getValues' | 'register' | 'subscribe'
>;

interface Source<Values extends FieldValues> {
  readonly form: Form<Values>;
  readonly name: FieldPath<Values>;
}

type Sections = Parameters<EditorProps['onSections']>[0];

function useTextSource<Values extends FieldValues>({ form, name }: Source<Values>): EditorProps['text'] {
  // These functions keep their identity, unlike the form.
  const { getValues, register, subscribe } = form;
  return useMemo(
    () => ({
      read: () => String(getValues(name) ?? ''),
      write: (value) => void register(name).onChange({ type: 'change', target: { name, value } }),
      follow: (callback) => subscribe({ formState: { values: true }, callback }),
    }),
    [getValues, register, subscribe, name],
  );
}

type MarkdownControlProps<Values extends FieldValues> = Omit<TextAreaFieldProps, 'form' | 'name'> &
  Source<Values> & {
    readonly preview?: RefObject<HTMLElement | null>;
    readonly onSections?: EditorProps['onSections'];
    /** A picture that the text names is in the library by now. */
    readonly onPicture?: () => void;
    /** Gets the way to where somebody writes, for parts beside the field. */
    readonly targetRef?: RefObject<(() => TextTarget | null) | null>;
  };

const ignore = () => undefined;

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

/** A Markdown text area, or the editor for who has chosen it. */
export function MarkdownControl<Values extends FieldValues>(props: MarkdownControlProps<Values>) {
  const { form, name, preview, onSections = ignore, onPicture = ignore, targetRef, ...field } = props;
  const { chosen } = useEditorChoice();
  const id = useId();
  const record = useContext(RecordKey);
  const nowhere = useRef<HTMLElement>(null);
  const target: EditorProps['target'] = useRef(null);
  const kept = useRef<unknown>(null);
  const focus: EditorProps['focus'] = useRef(null);
  const { Editor, failed, retry } = useEditorCode(chosen);
  const text = useTextSource({ form, name });
  const { label, hint = 'Markdown', error, required = false, rows = 12, lang = 'de', onDrop } = field;
  const area = () => {
    const element = document.getElementById(id);
    return element instanceof HTMLTextAreaElement ? textAreaTarget(element) : null;
  };
  const present = () => target.current ?? area();
  useImperativeHandle(targetRef, () => present);
  const shown = { label, hint, error, required, rows, lang, onDrop };
  const keptAs = record && `${record}/${name}`;
  return (
    <TextPictures text={text} target={present} onUploaded={onPicture}>
      {Editor ? (
        <Editor {...shown} {...{ id, text, kept, keptAs, focus, onSections, target }} preview={preview ?? nowhere} />
      ) : (
        <PlainText lang="de" hint="Markdown" {...field} {...{ id, name, focus }} />
      )}
      {failed && (
        <Notice tone="warning" title="The editor cannot be loaded." onRetry={retry} retryLabel="Try again">
          What you typed is still in the form, and the plain text works as before.
        </Notice>
      )}
    </TextPictures>
  );
}

/** Switches between text area and editor, for all Markdown fields; `children` are buttons beside it. */
export function EditorSwitch({ children }: { readonly children?: ReactNode }) {
  const { offered, chosen } = useEditorChoice();
  if (!offered && !children) return null;
  return (
    <Cluster>
      {offered && (
        <Button
          variant="secondary"
          size="small"
          icon={chosen ? <TextIcon size={18} /> : <EditIcon size={18} />}
          onClick={() => chooseEditor(!chosen)}
        >
          {chosen ? 'Plain Text' : 'Open Editor'}
        </Button>
      )}
      {children}
    </Cluster>
  );
}

interface WatchedProps<Values extends FieldValues> extends Source<Values> {
  readonly heading: string;
}

/** `useWatch` in a component of its own: typing renders the preview, not the form. */
function WatchedPreview<Values extends FieldValues>({ form, name, heading }: WatchedProps<Values>) {
  return <MarkdownPreview heading={heading} source={useWatch({ control: form.control, name })} />;
}

type MarkdownFieldProps<Values extends FieldValues> = Omit<MarkdownControlProps<Values>, 'preview' | 'onSections'> & {
  /** By default the field is named. */
  readonly previewHeading?: string;
  readonly actions?: ReactNode;
};

export function MarkdownField<Values extends FieldValues>(props: MarkdownFieldProps<Values>) {
  const { previewHeading = `Preview of ${props.label}`, actions, ...control } = props;
  const preview = useRef<HTMLDivElement>(null);
  const [sections, setSections] = useState<Sections>(null);
  const [pictures, setPictures] = useState(0);
  return (
    <Stack $gap={3}>
      <Beside>
        <MarkdownControl
          {...control}
          preview={preview}
          onSections={setSections}
          onPicture={() => setPictures((count) => count + 1)}
        />
        {sections ? (
          <SectionsPreview key={pictures} heading={previewHeading} sections={sections} page={preview} />
        ) : (
          <WatchedPreview key={pictures} form={props.form} name={props.name} heading={previewHeading} />
        )}
      </Beside>
      <EditorSwitch>{actions}</EditorSwitch>
    </Stack>
  );
}
