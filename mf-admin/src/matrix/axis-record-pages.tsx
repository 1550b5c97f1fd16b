import { recordPage } from '../records/record-page.tsx';
import { dimension, level, matrixCategory, targetGroup } from './matrix-record.ts';

export const MatrixCategory = recordPage(matrixCategory);
export const TargetGroup = recordPage(targetGroup);
export const Level = recordPage(level);
export const Dimension = recordPage(dimension);
