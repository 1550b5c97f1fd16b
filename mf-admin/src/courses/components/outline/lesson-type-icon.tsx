import { TextIcon, VideoIcon } from '@ki/shared/ui/icons.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import type { LessonType } from '../../model/course-outline.ts';

/** A sign for reading or watching, in words for those who do not see it. */
export function LessonTypeIcon({ type, size = 18 }: { readonly type: LessonType; readonly size?: number }) {
  return (
    <>
      {type === 'video' ? <VideoIcon size={size} /> : <TextIcon size={size} />}
      <VisuallyHidden>{type === 'video' ? 'Video: ' : 'Text: '}</VisuallyHidden>
    </>
  );
}
