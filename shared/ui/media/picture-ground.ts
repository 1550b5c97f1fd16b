import { inBoth } from '../schemes.ts';

/**
 * The background of pictures; in the dark scheme a light one. Black lines on nothing were drawn for white paper: they
 * would vanish there. It shows only where a picture is transparent.
 */
export const pictureGround = (day: string): string => inBoth(day, '#ccd3e6');
