import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Prose } from '../markdown/prose.tsx';
import { CardArt, Picture } from './picture.tsx';

const SRC = '/_pictures/1.png';

/** The selectors of rules with the ground of the dark scheme; the window of tests drops values that it does not know. */
const grounded = (): readonly string[] =>
  [...document.querySelectorAll('style')]
    .flatMap(({ textContent }) => [...textContent.matchAll(/([^{}]+)\{[^{}]*background:light-dark\([^{}]*#ccd3e6\)/g)])
    .map(([, selector = '']) => selector.trim());

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
