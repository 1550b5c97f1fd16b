export interface Source {
  readonly url: string;
  readonly title?: string;
  readonly date?: string;
}
