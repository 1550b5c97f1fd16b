/** What the outline's rows can do. Keeps its identity, so that a row is drawn again only when it changed itself. */
export interface OutlineActions {
  readonly step: (id: string, by: 1 | -1) => void;
  readonly askForModule: (lesson: string) => void;
  readonly duplicateModule: (id: string) => Promise<void>;
  readonly duplicateLesson: (id: string) => Promise<void>;
  readonly deleteModule: (id: string) => Promise<void>;
  readonly deleteLesson: (id: string) => Promise<void>;
}
