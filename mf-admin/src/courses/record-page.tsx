import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { CardCover } from '@ki/shared/ui/media/cover.tsx';
import { pictureGround } from '@ki/shared/ui/media/picture-ground.ts';
import { usePictureCopies } from '@ki/shared/ui/media/use-picture-copies.ts';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { Pair, UNREAD } from '../kinds/form-fields.tsx';
import type { Option } from '../kinds/model/field.ts';
import { staffCopies } from '../media/data/own-uploads.ts';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { RICH } from '../records/form/rich-controls.tsx';
import { type RecordField, useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { type CourseValues, course } from './course-record.ts';

const Frame = styled.figure`
  display: grid;
  gap: ${space[2]};
  max-inline-size: 20rem;

  > figcaption {
    color: ${color.muted};
    font-size: ${size.small};
  }
`;

const Picture = styled.img`
  inline-size: 100%;
  aspect-ratio: 16 / 9;
  object-fit: cover;
  border-radius: ${radius.medium};
  background: ${pictureGround(color.sunken)};
`;

function ThumbnailPreview({ control }: { readonly control: Control<CourseValues> }) {
  const [title, address] = useWatch({ control, name: ['title', 'thumbnailUrl'] });
  const url = address.trim();
  const isNamed = /^https?:\/\//i.test(url) && URL.canParse(url);
  const copy = usePictureCopies(isNamed ? [url] : [], staffCopies).get(url);
  return (
    <Frame>
      {copy ? <Picture src={copy.src} alt="" /> : <CardCover title={title} />}
      <figcaption>
        <span role="status">
          {isNamed && !copy
            ? 'The picture is fetched after saving. Until then, and when there is none, visitors see the drawing.'
            : 'As visitors will see it'}
        </span>
      </figcaption>
    </Frame>
  );
}

function CourseForm({ options: categories, record }: FormProps<typeof course, readonly Option[]>) {
  const editor = useRecordForm(course, {
    record,
    created: (id) => addresses.courseBuilder({ id }),
    defaults: () => ({ totalDuration: '00:00:00', enrollmentCount: 0 }),
  });
  const { control } = editor.form;
  const choices = useMemo(() => ({ categoryId: categories }), [categories]);
  const own = useMemo(
    () => ({
      thumbnailUrl: (binding: RecordField) => (
        <Pair>
          <TextField {...binding} />
          <ThumbnailPreview control={control} />
        </Pair>
      ),
    }),
    [control],
  );
  return (
    <RecordForm editor={editor}>
      {record && (
        <div>
          <ButtonLink to={addresses.courseBuilder(record)} variant="secondary" size="small">
            Modules and Lessons
          </ButtonLink>
        </div>
      )}
      <Fields inputs={editor.inputs} rich={RICH} options={choices} own={own} />
    </RecordForm>
  );
}

export const Component = recordPage(course, {
  Form: CourseForm,
  unread: { options: UNREAD, title: 'The categories could not be loaded.' },
  hasParts: true,
});
