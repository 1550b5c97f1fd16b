import { plural } from '@ki/shared/format/plural.ts';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import { titleId } from '../kit/table/row.tsx';
import { DialogButton } from '../kit/table/row-buttons.tsx';
import { failureText } from '../kit/use-operation.ts';
import type { Restore } from './data/restore.ts';
import { useMessages } from './messages.tsx';

/** The modules and lessons of a deleted record, counted; those that it has none of are left out. */
export const deletedWith = (modules: number, lessons: number): readonly string[] => [
  ...(modules > 0 ? [plural(modules, 'module', 'modules')] : []),
  ...(lessons > 0 ? [plural(lessons, 'lesson', 'lessons')] : []),
];

export function cascadeHint(modules: number, lessons: number): string {
  const named = deletedWith(modules, lessons).join(' and ');
  return named && ` Its ${named} will be deleted with it.`;
}

export const inTrash = (count = 1) => `${count === 1 ? 'It stays' : 'They stay'} in the Trash for 30 days.`;

export interface DeleteButtonProps {
  readonly row: { readonly id: string; readonly title: string };
  readonly question: string;
  readonly failure: string;
  /** May return what undoes the deletion, a {@link Restore}; by default this is a restore from the trash. */
  readonly run: (id: string) => Promise<unknown>;
  /** By default `Delete`, which can be undone. */
  readonly action?: string;
  readonly variant?: 'secondary' | 'quiet';
  readonly children?: ReactNode;
}

const isRestore = (result: unknown): result is Restore => typeof result === 'function';

export function DeleteButton(props: DeleteButtonProps) {
  const { row, question, failure, run, action, variant = 'quiet', children } = props;
  const { id, title } = row;
  const { offerUndo } = useMessages();
  return (
    <DialogButton
      label={action ?? 'Delete'}
      variant={variant}
      titleId={titleId(id)}
      title={question}
      isDangerous
      operation={async () => {
        const restore = await run(id);
        if (!action) offerUndo({ id, name: title, restore: isRestore(restore) ? restore : undefined });
      }}
      failureOf={(error) => failureText(error, failure)}
    >
      <p lang="de">{title}</p>
      {children}
    </DialogButton>
  );
}

/** A {@link DeleteButton} that reloads the data of the page. */
export function ConfirmedAction({ run, ...rest }: DeleteButtonProps) {
  const { revalidate } = useRevalidator();
  const runAndReload = async (id: string) => {
    const restore = await run(id);
    await revalidate();
    return restore;
  };
  const children = !rest.action && <p>{inTrash()}</p>;
  return <DeleteButton {...{ children, ...rest }} run={runAndReload} />;
}
