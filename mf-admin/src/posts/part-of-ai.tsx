import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useId, useMemo, useRef } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { AnyRecordKind, Editable } from '../kinds/model/define-record.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { siteDateTime } from '../kit/model/zones.ts';
import { Note } from '../kit/part.tsx';
import { errorText, useOperation, useReadAgain } from '../kit/use-operation.ts';
import { Help } from '../text/markdown.tsx';
import { type Origin, originOf, readOrigin, type SignOff, signOff } from './data/post-form.ts';

/** A stored post: the version is that of its draft, if the form shows one. */
export interface Signable {
  readonly id: string;
  readonly version: string;
  /** The form has input that is stored nowhere but in this browser. */
  readonly isDirty: boolean;
}

/** The origin of a stored post; null for a new one. */
export function useOrigin(record: Pick<Editable<AnyRecordKind>, 'id' | 'origin'> | null) {
  const read = useMemo(() => originOf(record?.origin), [record?.origin]);
  const again = async () => (record ? asStaff((client) => readOrigin(client, record.id)) : null);
  const { value, readAgain } = useReadAgain(read, again);
  return { origin: value, reload: readAgain };
}

export const PastedNote = () => (
  <Note>
    Posts that article generation wrote are marked. Text by AI that is pasted into a post cannot be known: readers see
    no label.
  </Note>
);

function refusalOf({ may_sign_off: mayPublish }: Origin, { isDirty }: Signable): string | null {
  if (!mayPublish) return 'Only who may publish this post may sign it off.';
  return isDirty ? 'Save first: only what is stored can be signed off.' : null;
}

const signer = ({ by, at }: SignOff) => `${by ?? 'a former member'} on ${siteDateTime(at)}`;

interface PartOfAiProps {
  readonly origin: Origin;
  readonly post: Signable;
  readonly onSigned: () => Promise<void>;
}

/** Says whether somebody answers for a text that AI wrote, and offers to do so. */
export function PartOfAi({ origin, post, onSigned }: PartOfAiProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { revalidate } = useRevalidator();
  const signing = useOperation(async () => {
    await asStaff((client) => signOff(client, post.id, post.version));
    await onSigned();
    // The button disappears, so the focus moves.
    section.current?.focus();
    void revalidate();
  });
  const [last] = origin.sign_offs;
  const refusal = refusalOf(origin, post);
  const held = origin.sign_offs.find(({ holds }) => holds);
  return (
    <Stack as="section" ref={section} tabIndex={-1} aria-label="Part of AI" $gap={2}>
      {held ? (
        <Notice tone="success" title={`Written by AI, signed off by ${signer(held)}`}>
          Readers see that it was reviewed. An edit takes this back when it changes more than typos.
        </Notice>
      ) : (
        <Notice
          tone="warning"
          title="Written by AI, nobody has signed it off: readers see a label"
          action={
            <Button
              size="small"
              busy={signing.busy}
              disabled={refusal !== null}
              aria-describedby={refusal === null ? undefined : id}
              onClick={() => void signing.run()}
            >
              Sign Off
            </Button>
          }
        >
          {last && <p>An earlier version was signed off by {signer(last)}.</p>}
          <p>Sign it off once you have reviewed the text and answer for it. Your name and this version are kept.</p>
        </Notice>
      )}
      {!held && refusal !== null && <Note id={id}>{refusal}</Note>}
      <Typos />
      {signing.failed && (
        <Notice tone="error" onRetry={() => void revalidate()} retryLabel="Reload">
          {errorText(signing.error)}
        </Notice>
      )}
    </Stack>
  );
}

const Typos = () => (
  <Help>
    <summary>What counts as a typo</summary>
    <Note>
      At most 10 words that are spelled differently: with 4 letters or more, without digits, with the same first letter,
      and with one or two other characters. A word more or fewer, a number, or a link is more than a typo.
    </Note>
  </Help>
);
