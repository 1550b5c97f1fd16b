import { space } from '@ki/shared/ui/theme.ts';
import { useDeferredValue } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { storedDuration } from '../../records/model/number-fields.ts';
import { type LessonValues, lesson } from '../lesson-record.ts';
import { LessonPreview } from './lesson-preview.tsx';

const Frame = styled.section`
  display: grid;
  gap: ${space[1]};
  min-inline-size: 0;

  > h2 {
    font: inherit;
    font-weight: 600;
    line-height: 1.4;
  }
`;

/** The lesson while it is typed. Typing goes first: a long text follows as the browser has time. */
export function LivePreview({ control }: { readonly control: Control<LessonValues> }) {
  const { duration, ...typed } = useDeferredValue({ ...lesson.initial, ...useWatch({ control }) });
  return (
    <Frame aria-labelledby="lesson-preview-heading">
      <h2 id="lesson-preview-heading">Preview</h2>
      <LessonPreview {...typed} duration={storedDuration({ ...lesson.initial.duration, ...duration })} />
    </Frame>
  );
}
