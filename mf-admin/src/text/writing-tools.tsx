import { Button } from '@ki/shared/ui/button.tsx';
import { EditIcon, TextIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { color } from '@ki/shared/ui/theme.ts';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { ONLY_TEXT } from '../kit/only-text.ts';
import { chooseEditor, useEditorChoice, type useWritingView } from './choices.ts';

const Choice = styled(Button)`
  &[aria-pressed='true'] {
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  }
`;

/** Nothing but the text, until somebody presses the button again or Escape. */
function OnlyText() {
  const [isOn, setIsOn] = useState(false);
  // The root of the document, and its keys.
  useEffect(() => {
    if (!isOn) return;
    const root = document.documentElement;
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) setIsOn(false);
    };
    root.toggleAttribute(ONLY_TEXT, true);
    document.addEventListener('keydown', leave);
    return () => {
      root.toggleAttribute(ONLY_TEXT, false);
      document.removeEventListener('keydown', leave);
    };
  }, [isOn]);
  return (
    <Choice variant="quiet" size="small" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
      Only the Text
    </Choice>
  );
}

/** How the texts of a form are written and shown. */
export function WritingTools({ view, views, choose }: ReturnType<typeof useWritingView>) {
  const { offered, chosen } = useEditorChoice();
  return (
    <Cluster $justify="space-between" $gap={2}>
      <Cluster role="group" aria-label="View" $gap={1}>
        {views.map(([name, label]) => (
          <Choice key={name} variant="quiet" size="small" aria-pressed={view === name} onClick={() => choose(name)}>
            {label}
          </Choice>
        ))}
      </Cluster>
      <Cluster $gap={1}>
        <OnlyText />
        {offered && (
          <Button
            variant="quiet"
            size="small"
            icon={chosen ? <TextIcon size={18} /> : <EditIcon size={18} />}
            onClick={() => chooseEditor(!chosen)}
          >
            {chosen ? 'Plain Text' : 'Open Editor'}
          </Button>
        )}
      </Cluster>
    </Cluster>
  );
}
