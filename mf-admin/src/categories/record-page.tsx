import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { addresses } from '../addresses.ts';
import { Pair, slugFollows } from '../records/form/form-fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { category, courseCategory, workshopCategory } from './category-record.ts';

const unread = { options: null, title: '' };

function PostCategoryForm({ record }: FormProps<typeof category, null>) {
  const editor = useRecordForm(category, {
    record,
    next: { address: addresses.categories },
    edit: addresses.editCategory,
  });
  const { form, field, isNew } = editor;
  const withSlug = slugFollows(form, 'name', 'slug', isNew);
  return (
    <RecordForm editor={editor}>
      <Pair>
        <TextField lang="de" {...withSlug(field('name'))} />
        <TextField hint="The end of its address: /category/slug" {...field('slug')} />
      </Pair>
    </RecordForm>
  );
}

export const PostCategory = recordPage(category, { Form: PostCategoryForm, unread });

function WorkshopCategoryForm({ record }: FormProps<typeof workshopCategory, null>) {
  const editor = useRecordForm(workshopCategory, {
    record,
    next: { address: addresses.workshopCategories },
    edit: addresses.editWorkshopCategory,
  });
  return (
    <RecordForm editor={editor}>
      <TextField lang="de" {...editor.field('name')} />
    </RecordForm>
  );
}

export const WorkshopCategory = recordPage(workshopCategory, { Form: WorkshopCategoryForm, unread });

function CourseCategoryForm({ record }: FormProps<typeof courseCategory, null>) {
  const editor = useRecordForm(courseCategory, {
    record,
    next: { address: addresses.courseCategories },
    edit: addresses.editCourseCategory,
  });
  return (
    <RecordForm editor={editor}>
      <TextField lang="de" {...editor.field('name')} />
    </RecordForm>
  );
}

export const CourseCategory = recordPage(courseCategory, { Form: CourseCategoryForm, unread });
