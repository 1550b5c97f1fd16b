import type { Readable } from './readable.ts';

export type Role = 'anon' | 'authenticated';

/** The schema before and after migrations, as a role uses it. */
export interface Change {
  readonly role: Role;
  readonly before: Readable;
  readonly after: Readable;
}

export const columnsOf = ({ columns }: Readable, table: string) => columns.filter((column) => column.table === table);
