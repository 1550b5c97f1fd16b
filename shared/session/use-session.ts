import { sessionStore } from '@ki/shared/session/session-store.ts';
import { useStore } from 'zustand';

/** Who is signed in, for components. */
export const useSession = () => useStore(sessionStore);
