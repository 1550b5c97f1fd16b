import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { type ComponentType, useCallback, useMemo, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { AnyRecordKind, Editable, ValuesOf } from '../kinds/model/define-record.ts';
import type { Option } from '../kinds/model/field.ts';
import { ReadFailed } from '../kit/failures.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { RecordHistory } from '../versions/history/record-history.tsx';
import { PermissionOfPage } from '../versions/publication-request.tsx';
import { Fields } from './form/fields.tsx';
import { type Editing, type FormKind, GoOn } from './form/form-core.ts';
import { RecordForm } from './form/record-form.tsx';
import { useRecordForm } from './form/use-record-form.ts';
import type { RecordData } from './routes.ts';

export type FormProps<Kind extends AnyRecordKind, Options> = Pick<Editing<Kind>, 'record' | 'copied'> & {
  readonly options: Options;
};

interface RecordPageOptions<Kind extends AnyRecordKind, Options> {
  /** By default a form with all fields of the kind. */
  readonly Form?: ComponentType<FormProps<Kind, Options>>;
  readonly optionsOf?: (options: Options) => { readonly [Name in keyof Kind['fields']]?: readonly Option[] };
  /** For a new record whose options could not be read: what the form offers then, and the error's title. */
  readonly unread?: { readonly options: Options; readonly title: string };
  /** The history includes modules and lessons of a course, or the learning objectives of a matrix workshop. */
  readonly hasParts?: boolean;
}

const versionOf = <Kind extends AnyRecordKind>({ updatedAt, draft }: Editable<Kind>) =>
  `${updatedAt} ${draft?.updatedAt}`;

/** The page shows the loaded data, or those of a new record while its form goes on at the address of the record. */
function useShown<Data extends { readonly id: string | null }>() {
  const loaded = useLoaderData<Data>();
  const [state, setState] = useState({ loaded, shown: loaded, created: null as string | null, form: 0 });
  if (state.loaded !== loaded) {
    const goesOn = state.created !== null && state.created === loaded.id;
    // After one that went on at another address, the form of a new record is another form.
    const isOther = !goesOn && state.shown.id !== state.loaded.id;
    setState({ loaded, shown: goesOn ? state.shown : loaded, created: null, form: state.form + Number(isOther) });
  }
  const goOn = useCallback((created: string) => setState((before) => ({ ...before, created })), []);
  return { at: loaded.id, shown: state.shown, form: state.form, goOn };
}

export function plainForm<Kind extends AnyRecordKind, Options = null>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  { optionsOf, ...more }: Pick<RecordPageOptions<Kind, Options>, 'optionsOf'> & Pick<Editing<Kind>, 'defaults'> = {},
) {
  return function PlainForm({ options, ...editing }: Editing<Kind> & { readonly options?: Options }) {
    const editor = useRecordForm<Kind>(kind, { ...more, ...editing });
    const choices = useMemo(() => options && optionsOf?.(options), [options]);
    return (
      <RecordForm editor={editor}>
        <Fields<Kind['fields']> inputs={editor.inputs} options={choices} />
      </RecordForm>
    );
  };
}

export function recordPage<Kind extends AnyRecordKind, Options = null>(
  kind: Kind & FormKind<ValuesOf<Kind>>,
  page: RecordPageOptions<Kind, Options> = {},
) {
  const { texts } = kind;
  const { Form: OwnForm, unread, hasParts, ...plain } = page;
  const Form = OwnForm ?? plainForm(kind, plain);
  return function RecordPage() {
    const { at, shown, form: nth, goOn } = useShown<RecordData<Kind, Options>>();
    const { id, copied: original, form } = shown;
    return (
      <GoOn value={goOn}>
        <PageHead title={at === null ? texts.new : texts.edit} />
        <Settled key={`${id ?? original} ${nth}`} value={form} loading={<Loading>Loading...</Loading>}>
          {(result) => {
            if (!result.ok && (id !== null || original !== null))
              return <ReadFailed title={texts.readFailed} code={result.code} />;
            const { record, copied, permission, options } = result.ok
              ? result.data
              : { record: null, copied: null, permission: null, options: unread?.options as Options };
            if (record) {
              return (
                <PermissionOfPage value={permission}>
                  <Form key={versionOf(record)} record={record} options={options} />
                  <RecordHistory record={record.id} hasParts={hasParts} />
                </PermissionOfPage>
              );
            }
            // A stack in both cases: the form keeps its place in the tree when a retry reads the options.
            return (
              <Stack $gap={5}>
                {!result.ok && <ReadFailed title={unread?.title ?? ''} />}
                <PermissionOfPage value={permission}>
                  <Form record={null} copied={copied} options={options} />
                </PermissionOfPage>
                {at !== null && <RecordHistory record={at} hasParts={hasParts} />}
              </Stack>
            );
          }}
        </Settled>
      </GoOn>
    );
  };
}
