import { settle } from '@ki/shared/data/errors.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { isOperator } from './data/is-operator.ts';
import { isStaff } from './data/is-staff.ts';

export function loader() {
  return { staff: settle(asStaff(isStaff)), operator: settle(asStaff(isOperator)) };
}

export type LayoutData = ReturnType<typeof loader>;
