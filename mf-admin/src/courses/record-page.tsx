import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { CardCover } from '@ki/shared/ui/media/cover.tsx';
import { pictureGround } from '@ki/shared/ui/media/picture-ground.ts';
import { usePictureCopies } from '@ki/shared/ui/media/use-picture-copies.ts';
import { color, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { CategoryField, Pair, slugFollows, UNREAD } from '../kinds/form-fields.tsx';
import type { Option } from '../kinds/model/fields.ts';
import { staffCopies } from '../media/data/staff-copies.ts';
import { PictureField } from '../media/picture-field.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { type CourseValues, course, LEVELS } from './course-record.ts';

const Frame = styled.figure`
  display: grid;
  gap: ${space[2]};
  margin: 0;
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
  background: ${color.sunken};

  ${pictureGround}
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
    next: { address: addresses.courses },
    created: (id) => addresses.courseBuilder({ id }),
    edit: addresses.editCourse,
    defaults: () => ({ totalDuration: '00:00:00', enrollmentCount: 0 }),
  });
  const { form, field, isNew } = editor;
  const withSlug = slugFollows(form, 'title', 'slug', isNew);
  return (
    <RecordForm editor={editor}>
      <Pair>
        <TextField lang="de" {...withSlug(field('title'))} />
        <TextField hint="URL-friendly identifier for the course" {...field('slug')} />
      </Pair>
      <TextAreaField lang="de" rows={4} {...field('description')} />
      <Pair>
        <CategoryField categories={categories} from={addresses.courseCategories} {...field('categoryId')} />
        <SelectField {...field('level')}>
          {LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
      </Pair>
      <PictureField
        form={form}
        {...field('picture')}
        name="picture"
        hint="On the card and in the head of the course. It is shown instead of that of the thumbnail URL"
      />
      <Pair>
        <TextField
          type="url"
          inputMode="url"
          autoCapitalize="none"
          hint="Empty: a drawing made from the title"
          {...field('thumbnailUrl')}
        />
        <ThumbnailPreview control={form.control} />
      </Pair>
      <CheckboxField hint="Only published courses are shown to visitors" {...field('isPublished')} />
    </RecordForm>
  );
}

export const Component = recordPage(course, {
  Form: CourseForm,
  unread: { options: UNREAD, title: 'The categories could not be loaded.' },
  hasParts: true,
});
