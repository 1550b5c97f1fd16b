/** One value of an axis: a category, a target group or a level. */
export interface AxisValue {
  readonly code: string;
  readonly name: string;
}

/** The three axes by which workshops are ordered and filtered. */
export const AXES = ['category', 'group', 'level'] as const;
export type Axis = (typeof AXES)[number];

/** The values of each axis in their order. */
export type Axes = Readonly<Record<Axis, readonly AxisValue[]>>;

/** A workshop in a list; its place on each axis is a code, the names stand in the axes once. */
export interface Workshop extends Readonly<Record<Axis, string>> {
  readonly id: string;
  readonly title: string;
  readonly hours: number;
  /** Francs. */
  readonly price: number;
}

export interface Matrix {
  readonly axes: Axes;
  /** In the order of the axes, then by title. */
  readonly workshops: readonly Workshop[];
}

export interface LearningGoal {
  readonly id: string;
  readonly dimension: string;
  /** Markdown. */
  readonly text: string;
}

/** What the dialog shows of a workshop. */
export interface WorkshopDetails extends Readonly<Record<Axis, string>> {
  readonly id: string;
  readonly title: string;
  readonly hours: number;
  readonly price: number;
  readonly prerequisites: string | null;
  readonly goals: readonly LearningGoal[];
}
