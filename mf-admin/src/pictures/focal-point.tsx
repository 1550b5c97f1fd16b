import type { ShownPicture } from '@ki/shared/contract/pictures.ts';
import { TextField, type TextFieldProps } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { CardArt, Picture } from '@ki/shared/ui/media/picture.tsx';
import { color, radius, space } from '@ki/shared/ui/theme.ts';
import type { KeyboardEvent, PointerEvent } from 'react';
import styled from 'styled-components';
import { Pair } from '../kinds/form-fields.tsx';
import { Note } from '../kit/part.tsx';

/** In per cent of the picture. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const Press = styled.button.attrs({ type: 'button' })`
  position: relative;
  display: block;
  inline-size: fit-content;
  max-inline-size: 100%;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.small};
  background: ${color.sunken};
  cursor: crosshair;
  touch-action: manipulation;
`;

const Whole = styled(Picture)`
  inline-size: auto;
  max-block-size: 32rem;
  border-radius: ${radius.small};
`;

/** Two rings, so that it can be seen on light and dark pictures. */
const Mark = styled.span`
  position: absolute;
  inline-size: 1.5rem;
  block-size: 1.5rem;
  border: 3px solid #fff;
  border-radius: ${radius.round};
  box-shadow: 0 0 0 3px #12183a;
  translate: -50% -50%;
  pointer-events: none;
`;

const Card = styled.div`
  max-inline-size: 16rem;
  margin-block-start: ${space[2]};
  overflow: clip;
  border-radius: ${radius.small};
`;

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const within = (value: number) => Math.min(100, Math.max(0, Math.round(value)));

interface FocalPointProps {
  readonly shown: ShownPicture;
  readonly point: Point;
  readonly onMove: (point: Point) => void;
  readonly fields: { readonly x: TextFieldProps; readonly y: TextFieldProps };
}

/** A press on the picture moves the point; so do arrow keys, and numbers. */
export function FocalPoint({ shown, point, onMove, fields }: FocalPointProps) {
  const move = (x: number, y: number) => onMove({ x: within(x), y: within(y) });
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    if (width > 0 && height > 0) move(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100);
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    move(point.x + by.x, point.y + by.y);
  };
  const number = { type: 'number', inputMode: 'numeric', min: 0, max: 100, step: 1 } as const;
  return (
    <Stack $gap={3}>
      <Press aria-label="Focal point" aria-describedby="focal-point-hint" onPointerDown={press} onKeyDown={step}>
        <Whole picture={{ ...shown, isDecorative: true }} sizes="(min-width: 48rem) 46rem, 92vw" />
        <Mark style={{ insetInlineStart: `${point.x}%`, insetBlockStart: `${point.y}%` }} />
      </Press>
      <Note id="focal-point-hint">
        Press on what must stay in sight where the picture is cut, as on a card. Arrow keys move the point, too.
      </Note>
      <Pair>
        <TextField {...number} {...fields.x} />
        <TextField {...number} {...fields.y} />
      </Pair>
      <div>
        <Note>On a card</Note>
        <Card>
          <CardArt
            title=""
            picture={{ ...shown, isDecorative: true, focus: { x: point.x / 100, y: point.y / 100 } }}
            sizes="16rem"
          />
        </Card>
      </div>
    </Stack>
  );
}
