import { DataError } from '@ki/shared/data/errors.ts';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { useRevalidator } from 'react-router-dom';
import { deleteRecord } from '../../kinds/data/records.ts';
import { Options } from '../../kinds/form-fields.tsx';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import type { Option } from '../../kinds/model/field.ts';
import { asStaff } from '../../kit/data/as-staff.ts';
import { titleId } from '../../kit/table/row.tsx';
import { DialogButton } from '../../kit/table/row-buttons.tsx';
import { failureText } from '../../kit/use-operation.ts';
import { inTrash } from '../../versions/delete-button.tsx';
import { useMessages } from '../../versions/messages.tsx';
import { deleteCategory } from '../data/categories.ts';

const NONE = 'none';

interface DeleteCategoryProps {
  readonly kind: Pick<AnyRecordKind, 'table' | 'texts'>;
  readonly row: { readonly id: string; readonly title: string; readonly uses: number };
  readonly options: readonly Option[];
  /** The uses of the category, counted, such as `3 posts`. */
  readonly used: string;
  /** The choice of no other category; null where what uses it cannot be without. */
  readonly none: string | null;
}

function failureOf(error: unknown, otherwise: string): string {
  if (!(error instanceof DataError)) return otherwise;
  if (error.code === 'not_found') return 'It is deleted already.';
  if (error.constraint) return 'It is in use by now. Choose where its things go.';
  return error.code === 'conflict' ? error.message : failureText(error, otherwise);
}

/** Deletes a category. One in use asks where its things go; the message offers Undo, which takes them back, too. */
export function DeleteCategory({ kind, ...question }: DeleteCategoryProps) {
  const { row, options, none } = question;
  const { id, title, uses } = row;
  const { revalidate } = useRevalidator();
  const { offerUndo } = useMessages();
  const isBlocked = uses > 0 && none === null && options.every((option) => option.id === id);
  const run = async (input: FormData) => {
    const chosen = input.get('replacement');
    // The page counted no use: a plain deletion, as the database refuses it if that has changed.
    const remove = asStaff((client) =>
      chosen === null
        ? deleteRecord(client, kind, id)
        : deleteCategory(client, kind, id, chosen === NONE ? null : String(chosen)),
    );
    await remove.finally(revalidate);
    offerUndo({ id, name: title });
  };
  return (
    <DialogButton
      label="Delete"
      variant="quiet"
      titleId={titleId(id)}
      title={kind.texts.deleteQuestion}
      isDangerous
      isBlocked={isBlocked}
      operation={run}
      failureOf={(error) => failureOf(error, kind.texts.deleteFailed)}
    >
      <Question {...question} isBlocked={isBlocked} />
    </DialogButton>
  );
}

type QuestionProps = Omit<DeleteCategoryProps, 'kind'> & { readonly isBlocked: boolean };

/** A component of its own, as a long page would otherwise prepare the choices of each row. */
function Question({ row: { id, title, uses }, options, used, none, isBlocked }: QuestionProps) {
  return (
    <>
      <p lang="de">{title}</p>
      {isBlocked && (
        <p>{`It is the only one, and in use: ${used}. Add another one first, which can take its place.`}</p>
      )}
      {uses > 0 && !isBlocked && (
        <SelectField
          label={`Move its ${used} to`}
          hint="Undo, or restoring it from the trash, takes this back."
          name="replacement"
          required
          defaultValue=""
        >
          <option value="" disabled>
            Choose…
          </option>
          {none !== null && <option value={NONE}>{none}</option>}
          <Options options={options.filter((option) => option.id !== id)} />
        </SelectField>
      )}
      {!isBlocked && <p>{inTrash()}</p>}
    </>
  );
}
