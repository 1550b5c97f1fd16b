import type { Content } from './content.ts';
import { referencesTo, stableId } from './references.ts';
import type { Row } from './tables.ts';
import { daysAgoInZurich } from './zurich-time.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** `author` is the account that wrote them, null for nobody's. */
export function workflowRows(
  { workflows, prompts }: Content,
  now: Date,
  author: string | null,
): [table: string, rows: Row[]][] {
  referencesTo('prompt', 'prompts.yaml', prompts, ({ name }) => name);
  return [
    [
      'prompts',
      prompts.map(({ name, prompt_text, workflow_type, active }, index) => {
        const written = daysAgoInZurich(now, index + 1, '12:00');
        return {
          id: stableId('prompt', name),
          name,
          prompt_text,
          workflow_type,
          is_active: active,
          user_id: author,
          created_at: written,
          updated_at: written,
        };
      }),
    ],
    [
      'workflows',
      workflows.map(({ hours, ...columns }, index) => {
        const created = now.getTime() - hours * HOUR;
        const started = columns.status === 'pending' ? null : new Date(created + SECOND);
        return {
          ...columns,
          id: stableId('workflow', String(index + 1)),
          user_id: author,
          created_at: new Date(created),
          updated_at: started ?? new Date(created),
          started_at: started,
          // The pending one stays, to show what that looks like.
          start_before: null,
        };
      }),
    ],
  ];
}
