import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../../records/data/as-staff.ts';
import { changeRecord } from '../../records/data/records.ts';
import { FailureNotice } from '../../records/failure-notice.tsx';
import { RefusedPublication, usePublication } from '../../records/form/publication.tsx';
import { publicAddressOf } from '../../records/model/public-address.ts';
import { useMessages } from '../../records/undo/messages.ts';
import { failureText, useOperation } from '../../records/use-operation.ts';
import { course as kind } from '../course-record.ts';
import type { CourseOutline } from '../model/course-outline.ts';

/** Publishes a draft; afterwards it is the link to the public page. */
export function Publication({ course }: { readonly course: CourseOutline }) {
  const { revalidate } = useRevalidator();
  const { sayStored } = useMessages();
  const publishing = useOperation(async () => {
    const { id } = course;
    const row = await asStaff((client) =>
      changeRecord(client, kind, id, { isPublished: true }, ['title', 'slug', 'isPublished']),
    );
    sayStored({ title: row.title, change: 'was published', view: publicAddressOf(kind, row), edit: null });
    await revalidate();
    // The button disappears, so the focus moves.
    document.querySelector('h1')?.focus();
  });
  const { publication, reload } = usePublication(kind.table, course.id);
  const view = publicAddressOf(kind, course);
  if (view === null && publication?.refusal) {
    return (
      <RefusedPublication
        kind={kind.table}
        record={course.id}
        publication={publication}
        refusal={publication.refusal}
        label="Publish"
        onChanged={reload}
      />
    );
  }
  if (view !== null) {
    return (
      <ButtonLink to={view} variant="secondary">
        View
      </ButtonLink>
    );
  }
  return (
    <>
      {publishing.failed && (
        <FailureNotice error={publishing.error} text={failureText(publishing.error, kind.texts.updateFailed)} />
      )}
      <Button variant="secondary" busy={publishing.busy} onClick={() => void publishing.run()}>
        Publish
      </Button>
    </>
  );
}
