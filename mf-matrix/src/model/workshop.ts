import type { PreparedText } from '@ki/shared/ui/markdown/prepared.ts';
import type { Axes, PerAxis } from './axes.ts';

/** A workshop in a list; its place on each axis is a code, the names stand in the axes once. */
export interface Workshop extends PerAxis<string> {
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
  /** `null` where the server has already sent it as HTML. */
  readonly text: PreparedText | null;
}

/** What the dialog shows of a workshop; its place on each axis is a name. */
export interface WorkshopDetails extends PerAxis<string> {
  readonly id: string;
  readonly title: string;
  readonly hours: number;
  readonly price: number;
  readonly prerequisites: string | null;
  readonly goals: readonly LearningGoal[];
}
