import { type Color, modeLrgb, modeRgb, useMode, wcagContrast, wcagLuminance } from 'culori/fn';

useMode(modeRgb);
useMode(modeLrgb);

export const TEXT_CONTRAST = 4.5;
export const GRAPHICS_CONTRAST = 3;

/** Relative luminance (WCAG 2). */
export const luminanceOf = (color: string | Color): number => wcagLuminance(color);

export const contrast = (one: string, other: string): number => wcagContrast(one, other);
