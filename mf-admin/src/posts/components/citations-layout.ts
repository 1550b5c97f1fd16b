import { from } from '@ki/shared/ui/theme.ts';

/** The citations have room beside the text. */
export const hasRoomBeside = from.large;
