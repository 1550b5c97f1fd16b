import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { addresses } from '../addresses.ts';
import { Pair, slugFollows } from '../kinds/form-fields.tsx';
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

type NamedKind = typeof workshopCategory | typeof courseCategory;

function namedPage(kind: NamedKind, list: string, edit: (row: { readonly id: string }) => string) {
  function NamedForm({ record }: FormProps<NamedKind, null>) {
    const editor = useRecordForm(kind, { record, next: { address: list }, edit });
    return (
      <RecordForm editor={editor}>
        <TextField lang="de" {...editor.field('name')} />
      </RecordForm>
    );
  }
  return recordPage(kind, { Form: NamedForm, unread });
}

export const WorkshopCategory = namedPage(
  workshopCategory,
  addresses.workshopCategories,
  addresses.editWorkshopCategory,
);
export const CourseCategory = namedPage(courseCategory, addresses.courseCategories, addresses.editCourseCategory);
