import { TextIcon, VideoIcon } from '@ki/shared/ui/icons.tsx';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import type { LessonType } from '../../model/course.ts';

/** A sign for reading or watching, in words for those who do not see it. */
export const LessonTypeIcon = ({ type, size = 18 }: { type: LessonType; size?: number }) => (
  <span>
    {type === 'video' ? <VideoIcon size={size} /> : <TextIcon size={size} />}
    <VisuallyHidden>{type === 'video' ? 'Video: ' : 'Text: '}</VisuallyHidden>
  </span>
);
