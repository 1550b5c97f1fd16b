import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useRevalidator } from 'react-router-dom';
import { changeRecord } from '../../kinds/data/records.ts';
import { publicAddressOf } from '../../kinds/model/publication.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { FailureNotice } from '../../kit/failures.tsx';
import { useOperation } from '../../kit/use-operation.ts';
import { discardDraft, publishDraft, saveDraft } from '../../versions/data/drafts.ts';
import { DraftNotice } from '../../versions/draft-notice.tsx';
import { useMessages } from '../../versions/messages.tsx';
import { DeniedPublication, usePublishPermission } from '../../versions/publication-request.tsx';
import { course as kind } from '../course-record.ts';
import { changesOfCourse } from '../data/course-changes.ts';
import type { CourseDraft, CourseOutline } from '../model/course-outline.ts';

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

/** Begins a draft of a published course. Until then each act is public at once. */
export function BeginDraft({ course }: { readonly course: CourseOutline }) {
  const { revalidate } = useRevalidator();
  const { say } = useMessages();
  const beginning = useOperation(async () => {
    const version = { version: null, base: null, publishAt: null };
    await asStaff((client) => saveDraft(client, kind, course.id, {}, version)).finally(revalidate);
    say('A draft has begun: changes of the course are not public until it is published.', []);
    document.querySelector('h1')?.focus();
  });
  return (
    <>
      {beginning.failed && <FailureNotice error={beginning.error} />}
      <Button variant="secondary" busy={beginning.busy} onClick={() => void beginning.run()}>
        Save Draft
      </Button>
    </>
  );
}

interface DraftOfCourseProps {
  readonly course: CourseOutline;
  readonly draft: CourseDraft;
}

export function DraftOfCourse({ course, draft }: DraftOfCourseProps) {
  const { id, title, updatedAt } = course;
  const { revalidate } = useRevalidator();
  const { sayStored, offerUndo } = useMessages();
  const publishing = useOperation(async (base: string | null) => {
    const version = { version: draft.updatedAt, base };
    await asStaff((client) => publishDraft(client, kind, id, {}, version)).finally(revalidate);
    sayStored({ title, change: 'was published', view: null, edit: null });
    document.querySelector('h1')?.focus();
  });
  const scheduling = useOperation(async (publishAt: string | null) => {
    const version = { version: draft.updatedAt, base: null, publishAt };
    await asStaff((client) => saveDraft(client, kind, id, {}, version)).finally(revalidate);
  });
  const discard = async () => {
    await asStaff((client) => discardDraft(client, id, draft.updatedAt)).finally(revalidate);
    offerUndo({ id: draft.id, name: `The draft of ${title}` });
    document.querySelector('h1')?.focus();
  };
  const { permission, reload } = usePublishPermission(kind.table, id, course.permission);
  const { failed, error } = publishing.failed ? publishing : scheduling;
  return (
    <Stack $gap={3}>
      <DraftNotice
        key={draft.updatedAt}
        draft={draft}
        publishedBy="Publish Draft"
        changes={() => changesOfCourse(course, draft)}
        onSchedule={(publishAt) => void scheduling.run(publishAt)}
        onDiscard={discard}
        mayPublish={!permission?.denial}
        mayDiscard={!permission?.draftDenial}
      >
        {!permission?.denial && (
          <Button size="small" busy={publishing.busy} onClick={() => void publishing.run(null)}>
            Publish Draft
          </Button>
        )}
      </DraftNotice>
      {permission?.denial && (
        <DeniedPublication
          kind={kind.table}
          record={id}
          permission={permission}
          denial={permission.denial}
          label="Publish Draft"
          onChanged={reload}
        />
      )}
      {draft.isStale && !permission?.denial && (
        <Notice
          tone="error"
          title="Somebody else has changed this meanwhile."
          action={
            <Button variant="danger" size="small" onClick={() => void publishing.run(updatedAt)}>
              Overwrite
            </Button>
          }
        >
          What visitors see is newer than this draft. Show Changes has the difference. Overwrite publishes the draft in
          its place; the history keeps both.
        </Notice>
      )}
      {failed && <FailureNotice error={error} />}
    </Stack>
  );
}
