import { plural } from '@ki/shared/format/plural.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ActionDialog } from '../kit/action-dialog.tsx';
import type { Submission } from '../records/form/form-state.ts';
import { type RecordField, useRecordForm } from '../records/form/use-record-form.ts';
import { WritingForm } from '../records/form/writing-form.tsx';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { MarkdownHelp } from '../text/markdown.tsx';
import { MarkdownField } from '../text/markdown-field.tsx';
import { type TextForm, useSettled, useTextSource } from '../text/text-source.ts';
import { gapsIn, type PageValues, page } from './page-record.ts';

function PageForm({ record }: FormProps<typeof page, null>) {
  const [search] = useSearchParams();
  const editor = useRecordForm(page, {
    record,
    // The list of links leads here with the address of a page that nobody has written.
    initial: { slug: search.get('slug') ?? '' },
  });
  const { form, isNew, submit } = editor;
  const [asked, setAsked] = useState<{ readonly gaps: readonly string[]; readonly how: Submission } | null>(null);

  const submitOrAsk = (how: Submission = {}) => {
    const { content, publishedAt } = form.getValues();
    const gaps = gapsIn(content);
    const publishes = how.as ? how.as === 'published' : publishedAt !== '' || isNew;
    if (gaps.length > 0 && publishes && !how.draft) setAsked({ gaps, how });
    else submit(how);
  };
  const own = useMemo(
    () => ({
      content: (binding: RecordField) => (
        <Stack $gap={3}>
          <MarkdownField {...binding} form={form} name="content" />
          <Gaps form={form} />
          <MarkdownHelp />
        </Stack>
      ),
    }),
    [form],
  );
  const publish = () => {
    setAsked(null);
    submit(asked?.how);
  };

  return (
    <>
      <WritingForm editor={{ ...editor, submit: submitOrAsk }} inputs={editor.inputs} own={own} />
      {asked && (
        <ActionDialog
          title={`Publish with ${plural(asked.gaps.length, 'gap', 'gaps')}?`}
          action="Publish Anyway"
          cancel="Keep Editing"
          isDangerous
          onSubmit={publish}
          onClose={() => setAsked(null)}
        >
          <p>Readers will see these gaps in the text. Without a publish date a stored page is a draft.</p>
          <GapList gaps={asked.gaps} />
        </ActionDialog>
      )}
    </>
  );
}

const GapList = ({ gaps }: { readonly gaps: readonly string[] }) => (
  <ul lang="de">
    {gaps.map((what, index) => (
      <li key={index}>{what}</li>
    ))}
  </ul>
);

/** The gaps of a template that the text still has. */
function Gaps({ form }: { readonly form: TextForm<PageValues> }) {
  const { follow, read } = useTextSource(form, 'content');
  const gaps = gapsIn(useSettled(follow, read));
  if (gaps.length === 0) return null;
  return (
    <Notice tone="warning" title={`${plural(gaps.length, 'gap', 'gaps')} left to fill`}>
      <GapList gaps={gaps} />
    </Notice>
  );
}

export const Component = recordPage(page, { Form: PageForm });
