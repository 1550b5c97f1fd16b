import { queryKeys } from '@ki/shared/contract/list-page.ts';

export interface AxisValue {
  readonly code: string;
  readonly name: string;
}

/** The axes of the matrix. Queries, filters, addresses and views follow from this list. */
export const AXES = [
  {
    key: 'category',
    parameter: queryKeys.category,
    label: 'Category',
    plural: 'Categories',
    counted: ['category', 'categories'],
    table: 'matrix_categories',
    column: 'category_id',
    coded: true,
  },
  {
    key: 'group',
    parameter: queryKeys.targetGroup,
    label: 'Target Group',
    plural: 'Target Groups',
    counted: ['target group', 'target groups'],
    table: 'matrix_target_groups',
    column: 'target_group_id',
    coded: false,
  },
  {
    key: 'level',
    parameter: queryKeys.level,
    label: 'Level',
    plural: 'Levels',
    counted: ['proficiency level', 'proficiency levels'],
    table: 'matrix_levels',
    column: 'level_id',
    coded: false,
  },
] as const;

export type AxisDefinition = (typeof AXES)[number];
export type Axis = AxisDefinition['key'];
export type PerAxis<T> = Readonly<Record<Axis, T>>;

export type Axes = PerAxis<readonly AxisValue[]>;

export const perAxis = <T>(of: (axis: AxisDefinition) => T) =>
  Object.fromEntries(AXES.map((axis) => [axis.key, of(axis)])) as PerAxis<T>;
