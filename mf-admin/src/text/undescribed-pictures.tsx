import { describedIn, placesOf, undescribedIn } from '@ki/shared/contract/pictures-in-text.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { asStaff } from '../kit/data/as-staff.ts';
import { readUndescribed } from '../media/data/undescribed.ts';
import { DescribePicture } from '../media/describe-picture.tsx';
import type { Upload } from '../media/use-uploads.ts';
import type { TextTarget } from './model/text-target.ts';
import { undescribed } from './model/undescribed.ts';
import { type TextSource, useSettled } from './text-source.ts';

export interface UndescribedProps {
  readonly text: Pick<TextSource, 'read' | 'follow'>;
  readonly target: () => TextTarget | null;
  readonly uploads: readonly Upload[];
  readonly typed: RefObject<Map<string, string>>;
}

const lineOf = (text: string, id: string) => text.slice(0, placesOf(text, id)[0].from).split('\n').length;

function useUndescribed({ text: { read, follow }, uploads }: UndescribedProps) {
  const placed = useSettled(follow, () =>
    undescribedIn(read())
      .map((id) => `${id} ${lineOf(read(), id)}`)
      .join(),
  );
  const ids = placed.replace(/ \d+/g, '');
  // The row of a picture is there before the bytes of its file are.
  const known = uploads.map(({ id, share }) => `${id}${share > 0}`).join();
  const [version, setVersion] = useState(0);
  const [found, setFound] = useState<Awaited<ReturnType<typeof readUndescribed>>>([]);
  // Talks to the database.
  useEffect(() => {
    void [version, known];
    let isCurrent = true;
    asStaff(async (client) => (ids === '' ? [] : readUndescribed(client, ids.split(',')))).then(
      (pictures) => isCurrent && setFound(pictures),
      console.error,
    );
    return () => {
      isCurrent = false;
    };
  }, [ids, known, version]);
  const pictures = ids.split(',').flatMap((id) => found.find((picture) => picture.id === id) ?? []);
  return { pictures, reload: () => setVersion((count) => count + 1) };
}

/** Says before a publication what the database would refuse: pictures of a text without an alternative text. */
export function UndescribedPictures(props: UndescribedProps) {
  const { text, target, typed } = props;
  const { pictures, reload } = useUndescribed(props);
  const list = useRef<HTMLDivElement>(null);
  const ids = pictures.map(({ id }) => id).join();
  // The editor, which draws its marks anew when it gets a text.
  useEffect(() => {
    for (const id of ids.split(',').filter(Boolean)) undescribed.add(id);
    const at = target();
    at?.write(at.read().text);
    // Asked for where somebody has just inserted it, and not behind the bar.
    const isHere = list.current?.closest('[data-text]')?.contains(document.activeElement);
    if (ids !== '' && isHere) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [ids, target]);
  const show = (id: string) => {
    const { from, to } = placesOf(text.read(), id)[0];
    target()?.select(from, to);
  };
  const write = (id: string) => (alt: string) => {
    const before = text.read();
    const after = describedIn(before, id, alt);
    target()?.write(after);
    return after !== before;
  };
  /** On to the next picture, or back to the text. */
  const described = (id: string) => () => {
    const next = list.current?.querySelector<HTMLElement>(`[data-picture]:not([data-picture="${id}"]) input`);
    const { to } = placesOf(text.read(), id)[0];
    if (next) next.focus();
    else target()?.select(to, to);
    undescribed.delete(id);
    reload();
  };
  return (
    <Stack $gap={4} ref={list}>
      {pictures.map(({ id, title }) => {
        const name = `Picture without alternative text, line ${lineOf(text.read(), id)}`;
        const button = { variant: 'secondary', size: 'small', children: 'Show in Text' } as const;
        return (
          <Stack key={id} $gap={2} role="group" aria-label={name} data-picture={id}>
            <Notice tone="warning" title={name} action={<Button {...button} onClick={() => show(id)} />}>
              <span lang="de">{title}</span>. A draft can be stored with it, but not published.
            </Notice>
            <DescribePicture id={id} typed={typed.current} write={write(id)} onDescribed={described(id)} />
          </Stack>
        );
      })}
    </Stack>
  );
}
