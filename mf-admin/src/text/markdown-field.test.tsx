import { undo } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, onTestFinished, test } from 'vitest';
import { useWritingView } from './choices.ts';
import { MarkdownField } from './markdown-field.tsx';
import { RecordKey } from './record-key.ts';
import { WritingTools } from './writing-tools.tsx';

interface Values {
  readonly content: string;
}

const DRAFT = { content: 'Entwurf' };

function Form({ stored }: { readonly stored: string }) {
  const form = useForm<Values, unknown, Values>({ defaultValues: { content: stored } });
  const error = form.formState.errors.content?.message;
  const field = { ...form.register('content'), label: 'Content', required: true, error };
  return (
    <RecordKey value="posts/1">
      <WritingTools {...useWritingView()} />
      <MarkdownField form={form} {...field} name="content" />
      <button type="button" onClick={() => form.reset(DRAFT, { keepDefaultValues: true })}>
        Restore
      </button>
      <button type="button" onClick={() => form.setError('content', { message: 'Content is wrong' })}>
        Refuse
      </button>
      <output aria-label="Dirty">{String(form.formState.isDirty)}</output>
    </RecordKey>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isDirty = () => screen.getByRole('status', { name: 'Dirty' }).textContent;
const area = () => screen.getByLabelText<HTMLTextAreaElement>('Content', { selector: 'textarea' });

async function openEditor(stored = 'Anfang') {
  onTestFinished(() => localStorage.removeItem('markdown-editor'));
  const { unmount } = render(<Form stored={stored} />);
  press('Open Editor');
  return { unmount, view: await editor() };
}

async function editor(): Promise<EditorView> {
  await waitFor(() => expect(document.querySelector('.cm-content')).not.toBeNull(), { timeout: 4_000 });
  const view = EditorView.findFromDOM(document.body.querySelector<HTMLElement>('.cm-editor') ?? document.body);
  if (!view) throw new Error('no editor');
  return view;
}

const type = (view: EditorView, insert: string) =>
  act(() => view.dispatch({ changes: { from: view.state.doc.length, insert }, userEvent: 'input.type' }));

test('what is typed in the editor is the value of the field, and the choice stays', async () => {
  const { view, unmount } = await openEditor();
  expect(isDirty()).toBe('false');
  type(view, ' und Ende');
  expect(isDirty()).toBe('true');
  unmount();
  render(<Form stored="Anderes" />);
  await editor();
  press('Plain Text');
  expect(area().value).toBe('Anderes');
});

test('focus and selection pass from the text area to the editor and back, whatever replaces them', async () => {
  const { view } = await openEditor('Anfang und Ende');
  const elsewhere = (value: string | null) => {
    if (value) localStorage.setItem('markdown-editor', value);
    else localStorage.removeItem('markdown-editor');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'markdown-editor' })));
  };
  act(() => {
    view.dispatch({ selection: { anchor: 10, head: 7 } });
    view.focus();
  });
  elsewhere(null);
  expect(document.activeElement).toBe(area());
  expect([area().selectionStart, area().selectionEnd]).toEqual([7, 10]);
  area().setSelectionRange(0, 6);
  elsewhere('open');
  const again = await editor();
  expect(again.hasFocus).toBe(true);
  expect(again.state.selection.main).toMatchObject({ anchor: 0, head: 6 });
});

test('restored input reaches the editor, and can be undone', async () => {
  const { view } = await openEditor();
  press('Restore');
  expect(view.state.doc.toString()).toBe('Entwurf');
  act(() => void undo(view));
  expect(view.state.doc.toString()).toBe('Anfang');
  press('Plain Text');
  expect(area().value).toBe('Anfang');
});

test('the history of a record goes on after its form was opened anew', async () => {
  const { view, unmount } = await openEditor();
  type(view, ' und Ende');
  unmount();
  render(<Form stored="Anfang und Ende" />);
  const again = await editor();
  expect(again).not.toBe(view);
  act(() => void undo(again));
  expect(again.state.doc.toString()).toBe('Anfang');
});

test('Alt+Shift+F aligns the table and types nothing, also on a Mac and with F at another place', async () => {
  const { view } = await openEditor('');
  for (const keys of [
    { key: 'F', code: 'KeyF' },
    { key: 'Ï', code: 'KeyF' },
    { key: 'f', code: 'KeyU' },
  ]) {
    const changes = { from: 0, to: view.state.doc.length, insert: '|Format|\n|-|\n|Kurs|' };
    act(() => view.dispatch({ changes, selection: { anchor: 0 } }));
    const held = { altKey: true, shiftKey: true, bubbles: true, cancelable: true };
    const event = new KeyboardEvent('keydown', { ...keys, ...held });
    act(() => void view.contentDOM.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    await waitFor(() => expect(view.state.doc.toString()).toBe('| Format |\n| ------ |\n| Kurs   |'));
  }
});

test('the editor has the name, the error and the hint of the field', async () => {
  const { view } = await openEditor();
  const content = view.contentDOM;
  expect(content.getAttribute('aria-label')).toBe('Content');
  expect(content.getAttribute('aria-required')).toBe('true');
  expect(content.hasAttribute('aria-invalid')).toBe(false);
  press('Refuse');
  expect(content.getAttribute('aria-invalid')).toBe('true');
  const described = content.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = described.map((id) => document.getElementById(id)?.textContent);
  expect(texts).toEqual(['Content is wrong', expect.stringContaining('Tab leaves the editor')]);
});
