import { useNavigate } from 'react-router-dom';
import { addresses } from '../../addresses.ts';

/** Goes back to the outline, to the module or lesson that one came from. */
export function useWayBack(course: string): (at: string | null) => void {
  const navigate = useNavigate();
  return (at) => void navigate(addresses.courseBuilder({ id: course }), { state: { at } });
}

/** The module or lesson that the outline was asked to go back to. */
export function cameFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('at' in state)) return null;
  return typeof state.at === 'string' ? state.at : null;
}
