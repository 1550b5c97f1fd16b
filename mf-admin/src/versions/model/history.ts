import { z } from 'zod/mini';

/** One write to one row, without values. */
export const entrySchema = z.object({
  id: z.number(),
  operation: z.enum(['insert', 'update', 'delete']),
  relation: z.string(),
  title: z.string(),
  changed: z.array(z.string()),
});

type HistoryEntry = z.output<typeof entrySchema> & {
  readonly labels: readonly string[];
  /** How the kind of its row is called. */
  readonly kind: string;
};

/** `remark` is the name that an account gave itself, which may be another person's. */
interface Actor {
  readonly title: string;
  readonly remark: string | null;
}

interface StoredActor {
  readonly actor_id: string | null;
  /** The database's types do not say that a column of a function may be null. */
  readonly actor_address: string | null;
  readonly actor_name?: string | null;
}

/** The address says who wrote, as the auth service keeps it unique. */
export function actorOf({ actor_id: id, actor_address: address, actor_name: name = null }: StoredActor): Actor {
  if (id === null) return { title: 'The system', remark: null };
  return { title: address ?? 'Former member', remark: name };
}

/** The writes of one transaction. */
export interface ChangeSet {
  readonly id: string;
  readonly happenedAt: string;
  readonly actor: Actor;
  readonly lastEntry: number;
  readonly entryCount: number;
  readonly entries: readonly HistoryEntry[];
  /** How many records it changed, which can be undone together; 0: it cannot. */
  readonly together: number;
}

export interface HistoryPage {
  readonly changeSets: readonly ChangeSet[];
  readonly more: boolean;
}

/** The version after `entry`; 0 is the one before all entries. `seen` is the newest entry on the page. */
export interface Version {
  readonly entry: number;
  readonly seen: number;
}

const POSITION: readonly string[] = ['order_position', 'module_id'];
const isMove = ({ operation, changed }: HistoryEntry) =>
  operation === 'update' && changed.every((column) => POSITION.includes(column));

/** Rows that are parts of another record and show in its history. */
const PARTS: readonly string[] = ['modules', 'lessons', 'matrix_workshop_learning_objectives'];
const VERB = { insert: 'Created', delete: 'Deleted' } as const;

type Of = Pick<HistoryEntry, 'relation'>;
const ofDraft = ({ relation }: Of) => relation === 'drafts';
const ofSignOff = ({ relation }: Of) => relation === 'sign_offs';
const ofCitations = ({ relation }: Of) => relation === 'citation_checks';
/** About a record, and no write of it. */
const isBeside = (entry: Of) => ofDraft(entry) || ofSignOff(entry) || ofCitations(entry);
const isOwn = (entry: HistoryEntry, hasParts: boolean) =>
  !isBeside(entry) && !(hasParts && PARTS.includes(entry.relation));

/** The change set wrote only what is beside a record: it is no version of the record. */
export const isOnlyBeside = ({ entries }: ChangeSet): boolean => entries.every(isBeside);

export const isCreation = ({ entries }: ChangeSet, hasParts: boolean): boolean =>
  entries.some((entry) => entry.operation === 'insert' && isOwn(entry, hasParts));

/** The change set deleted the record itself: it has no version to restore. */
export const isDeletion = ({ entries }: ChangeSet, hasParts: boolean): boolean =>
  entries.some((entry) => entry.operation === 'delete' && isOwn(entry, hasParts));

function sentenceOf(entry: HistoryEntry, hasParts: boolean, isOldest: boolean): string {
  const { operation, kind, title } = entry;
  const labels = entry.labels.join(', ');
  if (ofCitations(entry)) return `Gave a reason for doubtful citations: “${title}”`;
  if (!isOwn(entry, hasParts)) {
    const verb = operation === 'update' ? `changed ${labels}` : VERB[operation].toLowerCase();
    return `${kind} “${title}”: ${verb}`;
  }
  if (operation === 'update') return `Changed ${labels}`;
  return operation === 'insert' && !isOldest ? 'Restored' : VERB[operation];
}

const SHOWN = 5;

interface Context {
  readonly hasParts: boolean;
  readonly isOldest: boolean;
}

function draftSentence(entries: readonly HistoryEntry[]): readonly string[] {
  const operations = entries.filter(ofDraft).map(({ operation }) => operation);
  const others = entries.filter((entry) => !isBeside(entry));
  if (operations.length === 0 || others.some(({ operation }) => operation === 'delete')) return [];
  if (!operations.includes('delete')) return ['Saved a draft'];
  return [others.length > 0 ? 'Published the draft' : 'Discarded the draft'];
}

export function sentencesOf(changeSet: ChangeSet, { hasParts, isOldest }: Context): readonly string[] {
  const { entryCount } = changeSet;
  const entries = changeSet.entries.filter((entry) => !ofDraft(entry) && !ofSignOff(entry));
  const hidden = changeSet.entries.length - entries.length;
  const moved = hasParts && entries.some(isMove);
  const others = hasParts ? entries.filter((entry) => !isMove(entry)) : entries;
  const all = [
    ...draftSentence(changeSet.entries),
    ...(changeSet.entries.some(ofSignOff) ? ['Signed off'] : []),
    ...others.map((entry) => sentenceOf(entry, hasParts, isOldest)),
    ...(moved ? ['Changed the order'] : []),
  ];
  const rest = all.length - SHOWN + (entryCount - entries.length - hidden);
  return all.length > SHOWN ? [...all.slice(0, SHOWN), `and ${rest} more`] : all;
}

interface TitledModule {
  readonly title: string;
  readonly lessons: readonly { readonly title: string }[];
}

export const outlineText = (modules: readonly TitledModule[]): string =>
  modules.flatMap(({ title, lessons }) => [title, ...lessons.map((lesson) => `– ${lesson.title}`)]).join('\n');
