import { address } from '@ki/shared/contract/address.ts';

export const MATRIX_PREVIEW = '/vorschau/matrix.png';
export const WORKSHOP_PREVIEW = address('/course-matrix/:workshop/vorschau.png');
