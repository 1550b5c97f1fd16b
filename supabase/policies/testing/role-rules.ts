import { type StaffRole, staffRoles } from './backend.ts';
import { ids } from './ids.ts';
import { rules, type TableName } from './rules.ts';

export type Operation = 'insert' | 'update' | 'delete';

/** A row and a change of it, and which roles may do what with it. */
export interface RoleRule {
  readonly table: TableName;
  /** What the row is, such as 'a draft of somebody else'. */
  readonly row: string;
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly change?: Readonly<Record<string, unknown>>;
  readonly isOwn: boolean;
  readonly allowed: Readonly<Partial<Record<Operation, readonly StaffRole[]>>>;
}

const all = staffRoles;
const editors = ['publisher', 'editor'] as const;
const publishers = ['publisher'] as const;
const each = (roles: readonly StaffRole[]) => ({ insert: roles, update: roles, delete: roles });
const existing = (roles: readonly StaffRole[]) => ({ update: roles, delete: roles });

/** Own and others' rows of a table: before visitors see them, and afterwards. */
function ownable(table: TableName, draft: Readonly<Record<string, unknown>>, publication: Record<string, unknown>) {
  const shown = { ...draft, ...publication };
  return [
    { table, row: 'own draft', columns: draft, isOwn: true, allowed: each(all) },
    { table, row: 'own public row', columns: shown, isOwn: true, allowed: each(editors) },
    {
      table,
      row: 'own draft, published',
      columns: draft,
      change: publication,
      isOwn: true,
      allowed: { update: editors },
    },
    { table, row: 'own public row, hidden', columns: shown, change: draft, isOwn: true, allowed: { update: editors } },
    { table, row: 'draft of others', columns: draft, isOwn: false, allowed: existing(editors) },
    { table, row: 'public row of others', columns: shown, isOwn: false, allowed: existing(publishers) },
    {
      table,
      row: 'draft of others, published',
      columns: draft,
      change: publication,
      isOwn: false,
      allowed: { update: publishers },
    },
  ] satisfies readonly RoleRule[];
}

const future = '2099-01-01T00:00:00Z';

const nobodys = (
  [
    'categories',
    'course_categories',
    'workshop_categories',
    'prompts',
    'links',
    'redirects',
    'matrix_categories',
    'matrix_target_groups',
    'matrix_levels',
    'matrix_dimensions',
    'matrix_workshops',
    'matrix_workshop_learning_objectives',
  ] as const
).map((table): RoleRule => ({ table, row: 'row', isOwn: false, allowed: each(publishers) }));

/** Role × table × operation. Whoever is not listed for an operation is refused. */
export const roleRules: readonly RoleRule[] = [
  ...ownable('posts', { published_at: null }, { published_at: '2020-01-01T00:00:00Z' }),
  { table: 'posts', row: 'own scheduled post', columns: { published_at: future }, isOwn: true, allowed: each(editors) },
  ...ownable('pages', { published_at: null }, { published_at: '2020-01-01T00:00:00Z' }),
  { table: 'pages', row: 'own scheduled page', columns: { published_at: future }, isOwn: true, allowed: each(editors) },
  ...ownable('courses', { is_published: false }, { is_published: true }),
  ...ownable('ads', { is_active: false }, { is_active: true }),
  { table: 'workshops', row: 'own workshop', isOwn: true, allowed: each(editors) },
  { table: 'workshops', row: 'workshop of others', isOwn: false, allowed: existing(publishers) },
  { table: 'modules', row: 'module of a public course of others', isOwn: false, allowed: each(publishers) },
  {
    table: 'modules',
    row: 'module of a draft of others',
    columns: { course_id: ids.draftCourse },
    isOwn: false,
    allowed: each(editors),
  },
  { table: 'lessons', row: 'lesson of a public course of others', isOwn: false, allowed: each(publishers) },
  {
    table: 'lessons',
    row: 'lesson of a draft of others',
    columns: { module_id: ids.moduleOfDraft },
    isOwn: false,
    allowed: each(editors),
  },
  { table: 'pictures', row: 'own picture', isOwn: true, allowed: each(all) },
  { table: 'pictures', row: 'picture of others', isOwn: false, allowed: existing(publishers) },
  { table: 'workflows', row: 'workflow', isOwn: false, allowed: each(all) },
  { table: 'site', row: 'row', isOwn: false, allowed: { update: publishers } },
  ...nobodys,
];

export const rowOf = ({ table, columns }: RoleRule) => ({ ...rules[table].row, ...columns });
export const changeOf = ({ table, change }: RoleRule) => change ?? rules[table].change;
