import { DataError } from '@ki/shared/data/errors.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Button } from '@ki/shared/ui/button.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type ChangeEvent, useContext, useEffect, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router-dom';
import { Options } from '../../kinds/form-fields.tsx';
import type { AnyRecordKind, RowOf } from '../../kinds/model/define-record.ts';
import type { Field } from '../../kinds/model/field.ts';
import { isLive, isUnpublished } from '../../kinds/model/publication.ts';
import { RecordKinds } from '../../kinds/record-kinds.ts';
import { asStaff, settleAsStaff } from '../../kit/data/as-staff.ts';
import { Foot } from '../../kit/foot.tsx';
import { savedState } from '../../kit/list-place.ts';
import { titleId } from '../../kit/table/row.tsx';
import { DialogButton } from '../../kit/table/row-buttons.tsx';
import { errorText } from '../../kit/use-operation.ts';
import { inTrash } from '../../versions/delete-button.tsx';
import { restoreErrorText, useMessages } from '../../versions/messages.tsx';
import { undoChangeSet } from '../../versions/undo-change-set.ts';
import { type Act, actOnRecords } from '../data/acts.ts';
import { type CategoryTable, listCategories } from '../data/categories.ts';
import type { ListedKind } from './columns.tsx';

const ACTS = {
  publish: ['Publish', 'Publish', 'published'],
  unschedule: ['Unschedule', 'Unschedule', 'unscheduled'],
  move: ['Move to Category…', 'Move', 'moved'],
  delete: ['Delete', 'Delete', 'deleted'],
} as const;

const NONE = 'none';

const categoryOf = ({ fields }: ListedKind) => Object.values(fields).find(({ label }) => label === 'Category');

type Chosen = Pick<RowOf<AnyRecordKind>, 'id' | 'draft'> & { readonly title: string };

/** Whether an act has an effect on a row. An ad is set active by its status, and not published. */
const ACTS_ON: Readonly<Record<Act, (kind: ListedKind, row: Chosen) => unknown>> = {
  publish: (kind, row) => kind.table !== 'ads' && (row.draft || !isLive(kind, row)),
  unschedule: ({ fields }, row) => row.draft?.publishAt || !(isUnpublished({ fields }, row) || isLive({ fields }, row)),
  move: categoryOf,
  delete: () => true,
};

interface ActsProps {
  readonly kind: ListedKind;
  readonly records: readonly Chosen[];
  readonly chosen: ReadonlyMap<string, string>;
  readonly choose: (chosen: ReadonlyMap<string, string>) => void;
}

/** The acts on the selected records of a page: one call, one change set, one undo. */
export function Acts({ kind, records, chosen, choose }: ActsProps) {
  const kinds = useContext(RecordKinds);
  const { show } = useMessages();
  const { revalidate } = useRevalidator();
  const location = useLocation();
  const navigate = useNavigate();
  // The document's focus is lost with the buttons.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
    },
    [],
  );

  const noun = kind.texts.noun.toLowerCase();
  const counted = plural(records.length, noun, `${noun}s`);
  const refused = records.filter(({ id }) => chosen.get(id)).length;
  const category = categoryOf(kind);
  const run = async (act: Act, input: FormData) => {
    const to = input.get('category');
    if (act === 'move' && to === null) throw new DataError('invalid', 'The categories are not there yet.');
    const change = act === 'move' && category && { [category.column]: to === NONE ? null : String(to) };
    const asked = { kind: kind.table, ids: records.map(({ id }) => id), act, ...(change && { change }) };
    const acted = await asStaff((client) => actOnRecords(client, asked)).catch((error) =>
      revalidate().then(() => Promise.reject(error)),
    );
    const left = acted.filter(({ refused: reason }) => reason);
    const done = acted.filter(({ refused: reason }) => !reason);
    const state = savedState(...done.map(({ id }) => id));
    // Reads the list, too.
    await navigate(location, { replace: true, preventScrollReset: true, state });
    const said = `${plural(done.length, `${noun} was`, `${noun}s were`)} ${ACTS[act][2]}`;
    const undo = () => undoChangeSet(kinds, acted[0]?.change_set ?? '').catch((error) => restoreErrorText(error));
    const offer = { label: 'Undo', run: () => undo().finally(revalidate) };
    if (done.length > 0) show(`${said}${change ? ` to “${input.get('name')}”` : ''}.`, offer);
    for (const { title, refused: reason, is_gone } of left) if (is_gone) show(`“${title}”: ${reason}`);
    // Those that are refused stay chosen, and say why.
    choose(new Map(left.map(({ id, refused: reason }) => [id, reason])));
  };
  return (
    <Foot>
      <Cluster $gap={2}>
        <Count>{`${counted} selected${refused > 0 ? `, ${refused} refused` : ''}`}</Count>
        {(Object.keys(ACTS) as Act[]).map(
          (act) =>
            records.some((row) => ACTS_ON[act](kind, row)) && (
              <DialogButton
                key={act}
                label={ACTS[act][0]}
                action={ACTS[act][1]}
                variant="secondary"
                titleId={titleId('chosen')}
                title={`${ACTS[act][1]} ${counted}?`}
                isDangerous={act === 'delete'}
                operation={(input) => run(act, input)}
                failureOf={errorText}
              >
                <p lang="de">{records.map(({ title }) => `“${title}”`).join(', ')}</p>
                {act === 'move' && category && <Categories field={category} />}
                {act === 'delete' && kind.table === 'courses' && <p>With their modules and lessons.</p>}
                {act === 'delete' && <p>{inTrash(records.length)}</p>}
              </DialogButton>
            ),
        )}
        <Button variant="quiet" size="small" onClick={() => choose(new Map())}>
          Clear Selection
        </Button>
      </Cluster>
    </Foot>
  );
}

/** Screen readers read only changes of an existing live region. */
function Count({ children }: { readonly children: string }) {
  const [text, setText] = useState('');
  useEffect(() => setText(children), [children]);
  return (
    <strong role="status" id={titleId('chosen')}>
      {text}
    </strong>
  );
}

function Categories({ field: { required, references = {} } }: { readonly field: Field }) {
  const [name, setName] = useState('');
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => setName(target.selectedOptions[0]?.text ?? '');
  const [read] = useState(() => settleAsStaff(listCategories(Object.keys(references)[0] as CategoryTable)));
  return (
    <Settled value={read} loading={null}>
      {(result) =>
        result.ok ? (
          <>
            <input type="hidden" name="name" value={name} />
            <SelectField label="Category" name="category" required onChange={choose}>
              <option value="">Choose…</option>
              {!required && <option value={NONE}>No category</option>}
              <Options options={result.data} />
            </SelectField>
          </>
        ) : (
          <Notice tone="error">The categories could not be loaded.</Notice>
        )
      }
    </Settled>
  );
}
