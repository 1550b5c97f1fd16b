import { TextIcon, VideoIcon } from '@ki/shared/ui/icons.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import { VisuallyHidden } from '@ki/shared/ui/visually-hidden.tsx';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { LessonType } from '../model/course.ts';

export const BackLink = styled(Link)`
  display: inline-flex;
  align-items: baseline;
  gap: 0.5em;
  inline-size: fit-content;
  min-block-size: calc(1lh + 0.5rem);
  padding-block: 0.25rem;
  font-size: ${size.small};
  font-weight: 600;
  text-decoration-color: transparent;

  > svg {
    align-self: center;
  }

  &:hover {
    text-decoration-color: currentColor;
  }
`;

export const Eyebrow = styled.p`
  color: ${color.muted};
  font-size: ${size.tiny};
  font-weight: 600;
  letter-spacing: 0.04em;
`;

export const LessonTypeIcon = ({ type, size = 18 }: { type: LessonType; size?: number }) => (
  <span>
    {type === 'video' ? <VideoIcon size={size} /> : <TextIcon size={size} />}
    <VisuallyHidden>{type === 'video' ? 'Video: ' : 'Text: '}</VisuallyHidden>
  </span>
);
