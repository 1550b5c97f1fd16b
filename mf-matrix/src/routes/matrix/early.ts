import { beforeLife } from '@ki/shared/contract/early.ts';
import { filterEarly } from './filter-early.ts';

beforeLife(filterEarly);
