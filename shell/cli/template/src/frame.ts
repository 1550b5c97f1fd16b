import { openFrame } from '@ki/shared/development/frame.tsx';
import { remote } from './module.ts';

openFrame(remote);
