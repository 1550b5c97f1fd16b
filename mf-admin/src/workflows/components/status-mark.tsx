import { CheckIcon, ClockIcon, FailedIcon } from '@ki/shared/ui/icons.tsx';
import { Spinner } from '@ki/shared/ui/spinner.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { WorkflowStatus } from '../model/workflow.ts';

const LOOK: Readonly<Record<WorkflowStatus, { icon: ReactNode; tone: string; label: string }>> = {
  completed: { icon: <CheckIcon />, tone: color.success, label: 'Completed' },
  failed: { icon: <FailedIcon />, tone: color.danger, label: 'Failed' },
  processing: { icon: <Spinner />, tone: color.link, label: 'Processing' },
  pending: { icon: <ClockIcon />, tone: color.muted, label: 'Pending' },
};

const Mark = styled.span<{ $tone: string }>`
  display: inline-flex;
  align-items: center;
  gap: 0.375rem;
  color: ${(props) => props.$tone};
  font-size: ${size.small};
  font-weight: 600;

  > :first-child {
    inline-size: 1.25rem;
    block-size: 1.25rem;
  }
`;

/** How a workflow stands, as an icon and a word. */
export function StatusMark({ status }: { readonly status: WorkflowStatus }) {
  const { icon, tone, label } = LOOK[status];
  return (
    <Mark $tone={tone}>
      {icon}
      {label}
    </Mark>
  );
}
