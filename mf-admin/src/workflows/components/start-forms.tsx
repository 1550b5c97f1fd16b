import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@ki/shared/ui/button.tsx';
import { controlStyle, FieldFrame } from '@ki/shared/ui/form/field-frame.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { FileIcon, SearchIcon } from '@ki/shared/ui/icons.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { Pair } from '../../kinds/form-fields.tsx';
import { FileInput } from '../../kit/file-input.tsx';
import { Panel } from '../../kit/part.tsx';
import { type Progress, ProgressNote } from '../../kit/progress-note.tsx';
import { readable } from '../../kit/readable.ts';
import { FILE_TYPES } from '../model/file-text/file-format.ts';
import { NEW_SEARCH, type Search, type SearchValues, searchSchema } from '../model/search-form.ts';

const RangeRow = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[3]};

  output {
    min-inline-size: 1.5em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
`;

const Range = styled.input`
  ${controlStyle}
  flex: 1;
  min-inline-size: 0;
  accent-color: ${color.brand};
`;

interface RangeFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly label: string;
  readonly current: string;
}

const RangeField = ({ label, current, ...rest }: RangeFieldProps) => (
  <FieldFrame label={label} id={rest.id}>
    {(control) => (
      <RangeRow>
        <Range {...rest} {...control} type="range" />
        <output htmlFor={control.id}>{current}</output>
      </RangeRow>
    )}
  </FieldFrame>
);

export interface WorkflowStart {
  readonly progress: Progress | null;
  readonly alert: string | null;
}

interface StartFormProps {
  readonly state: WorkflowStart;
  readonly estimate: ReactNode;
}

interface SearchFormProps extends StartFormProps {
  readonly onSearch: (search: Search) => void;
}

export function SearchForm({ state, onSearch, estimate }: SearchFormProps) {
  const { register, handleSubmit, control, formState } = useForm<SearchValues, unknown, Search>({
    defaultValues: NEW_SEARCH,
    resolver: readable(zodResolver(searchSchema), NEW_SEARCH),
  });
  const maxResults = useWatch({ control, name: 'maxResults' });
  const busy = state.progress !== null;
  const submit = handleSubmit((search) => {
    if (!busy) onSearch(search);
  });
  return (
    <Panel aria-labelledby="web-search">
      <h2 id="web-search">Web Search</h2>
      <p>Perplexity answers a question from the web and names its sources.</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextAreaField
          label="Query"
          lang="de"
          rows={3}
          required
          error={formState.errors.query?.message}
          {...register('query')}
        />
        <Pair>
          <RangeField label="Max Results" min={5} max={20} current={maxResults} {...register('maxResults')} />
          <SelectField label="Recency" defaultValue={NEW_SEARCH.recency} {...register('recency')}>
            <option value="day">Day</option>
            <option value="week">Week</option>
            <option value="month">Month</option>
            <option value="year">Year</option>
          </SelectField>
        </Pair>
        <TextField
          label="Domain Filter"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="admin.ch, alice.ch"
          hint="Comma-separated; empty: the whole web. A minus leaves a domain out."
          error={formState.errors.domains?.message}
          {...register('domains')}
        />
        {state.alert && <Notice tone="error">{state.alert}</Notice>}
        <Button type="submit" busy={busy} icon={<SearchIcon size={18} />}>
          {busy ? 'Searching...' : 'Search'}
        </Button>
        {estimate}
        <ProgressNote progress={state.progress} />
      </form>
    </Panel>
  );
}

const Field = styled(FieldFrame)`
  flex: 1;
`;

interface FileFormProps extends StartFormProps {
  readonly onFile: (file: File) => void;
}

export function FileForm({ state, onFile, estimate }: FileFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const busy = state.progress !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    setError(file ? null : 'Please choose a file.');
    if (file && !busy) onFile(file);
    else input.current?.focus();
  };
  return (
    <Panel aria-labelledby="file-ideas">
      <h2 id="file-ideas">Blog Ideas from a File</h2>
      <p>Gemini reads a file and suggests ten ideas for posts.</p>
      <form noValidate onSubmit={submit}>
        <Field
          label="File"
          required
          error={error}
          hint="Text, Markdown, Word or PDF, up to 20 MB. Its text is read in this browser; only the text is sent."
        >
          {(control) => (
            <FileInput
              {...control}
              ref={input}
              accept={FILE_TYPES.join(',')}
              required
              onChoose={() => setError(null)}
            />
          )}
        </Field>
        {state.alert && <Notice tone="error">{state.alert}</Notice>}
        <Button type="submit" busy={busy} icon={<FileIcon size={18} />}>
          {busy ? 'Processing...' : 'Generate Ideas'}
        </Button>
        {estimate}
        <ProgressNote progress={state.progress} />
      </form>
    </Panel>
  );
}
