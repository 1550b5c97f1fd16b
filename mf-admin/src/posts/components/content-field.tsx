import { Button } from '@ki/shared/ui/button.tsx';
import { FileIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { TextAreaField, type TextAreaFieldProps } from '@ki/shared/ui/text-area-field.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { type DragEvent, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import styled from 'styled-components';
import { MarkdownHelp } from '../../records/form/markdown-help.tsx';
import { isMarkdownFile, withImport } from '../model/markdown-file.ts';
import type { PostValues } from '../post-record.ts';
import { Preview } from './preview.tsx';

const Beside = styled.div`
  display: grid;
  gap: ${space[5]};

  ${from.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

export type ContentFieldProps = Omit<TextAreaFieldProps, 'form'> & {
  readonly form: UseFormReturn<PostValues>;
};

/** The post's Markdown, its preview beside it, and two ways in for a file: dropped or chosen. */
export function ContentField({ form, ...binding }: ContentFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);

  const take = async (file: File | undefined) => {
    if (!file || !isMarkdownFile(file)) return;
    const text = withImport(form.getValues('content'), await file.text());
    form.setValue('content', text, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: form.formState.isSubmitted,
    });
  };
  const drop = (event: DragEvent) => {
    const file = [...event.dataTransfer.files].find(isMarkdownFile);
    if (!file) return;
    event.preventDefault();
    void take(file);
  };

  return (
    <Stack $gap={3}>
      <Beside>
        <TextAreaField
          lang="de"
          code
          rows={20}
          hint="Markdown. A .md file can be dropped here."
          onDrop={drop}
          {...binding}
        />
        <Preview control={form.control} />
      </Beside>
      <Cluster>
        <Button variant="secondary" size="small" icon={<FileIcon size={18} />} onClick={() => chooser.current?.click()}>
          Import a .md file
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".md,.markdown,text/markdown"
          hidden
          aria-label="Markdown file"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Cluster>
      <MarkdownHelp />
    </Stack>
  );
}
