import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { useState } from 'react';
import type { LessonOutline, ModuleOutline } from '../../model/course-outline.ts';

export interface MoveDialogProps {
  readonly lesson: LessonOutline;
  readonly modules: readonly ModuleOutline[];
  readonly onMove: (moduleId: string, where: 'first' | 'last') => void;
  readonly onClose: () => void;
}

/** Sends a lesson to another module in one step, however far away it is. */
export function MoveDialog({ lesson, modules, onMove, onClose }: MoveDialogProps) {
  const home = modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  const [target, setTarget] = useState(home?.id ?? '');
  const [where, setWhere] = useState<'first' | 'last'>('last');
  return (
    <Dialog open title="Move lesson" closeLabel="Close" lang="en" onClose={onClose}>
      <Stack>
        <p lang="de">{lesson.title}</p>
        <SelectField label="Module" value={target} onChange={(event) => setTarget(event.target.value)}>
          {modules.map(({ id, title }, index) => (
            <option key={id} value={id}>
              {index + 1}: {title}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Position"
          value={where}
          onChange={(event) => setWhere(event.target.value === 'first' ? 'first' : 'last')}
        >
          <option value="last">At the end</option>
          <option value="first">At the beginning</option>
        </SelectField>
        <Cluster $justify="end">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onMove(target, where)}>Move</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}
