import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Prose } from '../markdown/prose.tsx';
import { CardArt, Picture } from './picture.tsx';

const SRC = '/_pictures/1.png';
const GROUND = '#ccd3e6';

/** The selectors with the ground among the rules for the dark scheme. */
const grounded = (): readonly string[] =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ conditionText }) => /prefers-color-scheme:\s*dark/.test(conditionText))
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSStyleRule)
    .filter(({ style }) => style.cssText.includes(GROUND))
    .map(({ selectorText }) => selectorText);

test.each([
  ['a card', <CardArt key="" title="Titel" picture={{ src: SRC, alt: 'Bild' }} />],
  ['a head', <Picture key="" picture={{ src: SRC, alt: 'Bild' }} sizes="100vw" />],
  [
    'a text',
    <Prose key="">
      <p>
        <img src={SRC} alt="Bild" />
      </p>
    </Prose>,
  ],
])('a picture of %s has a light ground in the dark scheme: black lines on nothing stay visible', (_, picture) => {
  render(picture);
  const image = screen.getByRole('img', { name: 'Bild' });
  expect(grounded().some((selector) => image.matches(selector))).toBe(true);
});
