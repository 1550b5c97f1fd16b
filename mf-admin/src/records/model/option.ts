/** One entry of a select. */
export interface Option {
  readonly id: string;
  readonly name: string;
}
