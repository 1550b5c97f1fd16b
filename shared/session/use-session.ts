import { sessionStore } from '@ki/shared/session/session-store.ts';
import { useStore } from 'zustand';

export const useSession = () => useStore(sessionStore);
