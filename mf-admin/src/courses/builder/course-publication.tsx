import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { useRevalidator } from 'react-router-dom';
import { changeRecord } from '../../kinds/data/records.ts';
import { publicAddressOf } from '../../kinds/model/publication.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { FailureNotice } from '../../kit/failures.tsx';
import { useOperation } from '../../kit/use-operation.ts';
import { useMessages } from '../../versions/messages.tsx';
import { DeniedPublication, usePublishPermission } from '../../versions/publication-request.tsx';
import { course as kind } from '../course-record.ts';
import type { CourseOutline } from '../model/course-outline.ts';

/** Publishes a draft; afterwards it is the link to the public page. */
export function CoursePublication({ course }: { readonly course: CourseOutline }) {
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
  const { permission, reload } = usePublishPermission(kind.table, course.id, course.permission);
  const view = publicAddressOf(kind, course);
  if (view === null && permission?.denial) {
    return (
      <DeniedPublication
        kind={kind.table}
        record={course.id}
        permission={permission}
        denial={permission.denial}
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
      {publishing.failed && <FailureNotice error={publishing.error} otherwise={kind.texts.updateFailed} />}
      <Button variant="secondary" busy={publishing.busy} onClick={() => void publishing.run()}>
        Publish
      </Button>
    </>
  );
}
