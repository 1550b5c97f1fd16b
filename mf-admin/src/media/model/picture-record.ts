import { addresses } from '../../addresses.ts';
import { defineRecord, type ListedRow, recordTexts } from '../../kinds/model/define-record.ts';
import type { Field } from '../../kinds/model/field.ts';
import { area, flag, text, wholeNumber } from '../../kinds/model/fields.ts';

/** A share from 0 to 1, typed in per cent. */
const percent = <const Column extends string>(column: Column, label: string): Field<string, Column, number> => ({
  ...wholeNumber(column, label, 100),
  initial: '50',
  toValue: (stored) => String(Math.round(Number(stored) * 100)),
  toStored: (typed) => Number(typed) / 100,
});

export const picture = defineRecord({
  table: 'pictures',
  texts: recordTexts('Picture'),
  fields: {
    title: text('title', 'Title', { required: true, hint: 'For you, to find it again' }),
    alt: area(text('alt', 'Alternative Text')),
    isDecorative: flag('is_decorative', 'Decorative', {
      hint: 'The picture says nothing that the text does not say. It needs no alternative text.',
    }),
    focusX: percent('focus_x', 'Focal Point from the Left (%)'),
    focusY: percent('focus_y', 'Focal Point from the Top (%)'),
  },
  shown: {
    contentType: 'content_type',
    width: 'width',
    height: 'height',
    bytes: 'bytes',
    sizedAt: 'sized_at',
    failure: 'failure',
    origin: 'origin',
  },
  at: { list: addresses.pictures, edit: addresses.editPicture },
  listed: ['title', 'alt', 'isDecorative', 'width', 'height', 'bytes', 'sizedAt', 'failure', 'origin'],
  // Visitors see it in what uses it only.
  isLive: () => false,
});

export type PictureRow = ListedRow<typeof picture>;

export interface LibraryQuery {
  readonly search: string;
  readonly isWithoutAlt: boolean;
  /** Pictures of other hosts that texts name, in place of uploads. */
  readonly isCopies: boolean;
  readonly page: number;
}

type Described = Pick<PictureRow, 'alt' | 'isDecorative'>;

/** Nothing with such a picture can be published. */
export const lacksAlt = ({ alt, isDecorative }: Described): boolean => alt === '' && !isDecorative;

/** Its sizes are made, or it is known that they cannot be. */
export const isSettled = ({ sizedAt, failure }: Pick<PictureRow, 'sizedAt' | 'failure'>): boolean =>
  sizedAt !== null || failure !== null;
