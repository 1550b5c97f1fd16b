import { runBeforeHydration } from '@ki/shared/contract/pre-hydration.ts';
import { filterBeforeHydration } from './filter-before-hydration.ts';

runBeforeHydration(filterBeforeHydration);
