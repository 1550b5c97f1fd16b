/** One value of an axis: a category, a target group or a level. */
export interface AxisValue {
  readonly code: string;
  readonly name: string;
}

interface AnyAxis {
  /** Also its parameter in the address, and its key in a workshop. */
  readonly key: string;
  readonly label: string;
  readonly plural: string;
  /** The table of its values, and the column that says where a workshop stands. */
  readonly table: `matrix_${string}`;
  readonly column: `${string}_id`;
  /** Its values are called by code and name. */
  readonly coded: boolean;
}

/** The axes by which workshops are ordered and filtered. What is read, filtered, addressed and shown follows from here. */
export const AXES = [
  {
    key: 'category',
    label: 'Category',
    plural: 'Categories',
    table: 'matrix_categories',
    column: 'category_id',
    coded: true,
  },
  {
    key: 'group',
    label: 'Target Group',
    plural: 'Target Groups',
    table: 'matrix_target_groups',
    column: 'target_group_id',
    coded: false,
  },
  {
    key: 'level',
    label: 'Level',
    plural: 'Levels',
    table: 'matrix_levels',
    column: 'level_id',
    coded: false,
  },
] as const satisfies readonly AnyAxis[];

export type AxisDefinition = (typeof AXES)[number];
export type Axis = AxisDefinition['key'];
export type PerAxis<T> = Readonly<Record<Axis, T>>;

/** The values of each axis in their order. */
export type Axes = PerAxis<readonly AxisValue[]>;

/** One of something for each axis. */
export const perAxis = <T>(of: (axis: AxisDefinition) => T) =>
  Object.fromEntries(AXES.map((axis) => [axis.key, of(axis)])) as PerAxis<T>;
