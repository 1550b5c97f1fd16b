import { from, size, space, width } from '@ki/shared/ui/theme.ts';
import { type ReactNode, useMemo } from 'react';
import styled from 'styled-components';
import { Pair } from '../../kinds/form-fields.tsx';
import type { Field } from '../../kinds/model/field.ts';
import { besideText, ONLY_TEXT } from '../../kit/only-text.ts';
import { useWritingView, WritingView } from '../../text/choices.ts';
import { WritingTools } from '../../text/writing-tools.tsx';
import { Fields, type FieldsProps } from './fields.tsx';
import { RecordForm } from './record-form.tsx';
import { RICH } from './rich-controls.tsx';
import type { RecordEditor } from './use-record-form.ts';

/** The text is as wide as that of a page, with the edges of its field; the rest stands beside or below it. */
const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[5]} ${space[6]};
  align-items: start;

  ${from.large} {
    &:not([data-view='beside']) {
      grid-template-columns: minmax(0, calc(${width.measure} + 1.5rem)) minmax(16rem, 1fr);
    }
  }

  :root[${ONLY_TEXT}] & {
    grid-template-columns: minmax(0, calc(${width.measure} + 1.5rem));
    justify-content: center;
  }

  :root[${ONLY_TEXT}] &[data-view='beside'] {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Main = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
  min-inline-size: 0;

  > :nth-child(2) {
    ${besideText}
  }

  > :nth-child(2) input {
    font-size: ${size.h3};
    font-weight: 600;
  }
`;

const Aside = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};
  min-inline-size: 0;
  ${besideText}

  > details > summary {
    min-block-size: 2rem;
    font-weight: 600;
    cursor: pointer;
  }
`;

const About = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  gap: ${space[5]};
  align-items: start;
  margin-block-start: ${space[3]};

  > ${Pair} {
    display: contents;
  }
`;

interface WritingFormProps<Fields extends Readonly<Record<string, Field>>> extends Omit<FieldsProps<Fields>, 'rich'> {
  readonly editor: RecordEditor;
  /** Beside the text, above the fields. */
  readonly beside?: ReactNode;
}

/** The form of a record whose text is written: title and texts first, and everything about it in a column. */
export function WritingForm<Of extends Readonly<Record<string, Field>>>({
  editor,
  beside,
  names,
  ...fields
}: WritingFormProps<Of>) {
  const viewing = useWritingView();
  const all: FieldsProps<Of>['inputs']['fields'] = fields.inputs.fields;
  const [first, texts, about] = useMemo(() => {
    const shown = names ?? (Object.keys(all) as (keyof Of & string)[]);
    const isText = (name: keyof Of & string) => all[name]?.kind === 'markdown';
    const [title, ...rest] = shown;
    return [title ? [title] : [], rest.filter(isText), rest.filter((name) => !isText(name))] as const;
  }, [all, names]);
  return (
    <RecordForm editor={editor}>
      {(status) => (
        <WritingView value={viewing.view}>
          <Page data-view={viewing.view}>
            <Main>
              <WritingTools {...viewing} />
              <Fields {...fields} names={first} />
              <Fields {...fields} names={texts} rich={RICH} />
            </Main>
            <Aside>
              {status}
              {beside}
              <details open>
                <summary>About this {editor.texts.noun.toLowerCase()}</summary>
                <About>
                  <Fields {...fields} names={about} rich={RICH} />
                </About>
              </details>
            </Aside>
          </Page>
        </WritingView>
      )}
    </RecordForm>
  );
}
