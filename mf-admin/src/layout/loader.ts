import { settle } from '@ki/shared/data/errors.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { isStaff } from './data/is-staff.ts';

export function loader() {
  return { staff: settle(asStaff(isStaff)) };
}

export type LayoutData = ReturnType<typeof loader>;
