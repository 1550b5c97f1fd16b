import { Button } from '@ki/shared/ui/button.tsx';
import { color, layer, size, space } from '@ki/shared/ui/theme.ts';
import { useLocation, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { useShell } from '../app/shell-context.ts';
import { OverridePanel } from './override-panel.tsx';
import { OVERRIDES_PARAMETER, type Overrides, overridesOf } from './overrides.ts';
import { useSetOverrides } from './set-overrides.ts';

const Bar = styled.section`
  position: sticky;
  inset-block-end: 0;
  z-index: ${layer.toast};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[2]} ${space[4]};
  padding: ${space[2]} ${space.gutter};
  border-block-start: 0.1875rem solid ${color.onAccent};
  background: ${color.accent};
  color: ${color.onAccent};
  font-size: ${size.small};
  text-align: center;
  overflow-wrap: anywhere;
`;

function OverrideBanner({ overrides, onOpen }: { readonly overrides: Overrides; readonly onOpen: () => void }) {
  const { busy, refusal, setOverrides } = useSetOverrides();
  const parts = Object.entries(overrides).map(([name, origin]) => `${name} from ${origin}`);
  return (
    <Bar aria-label="Override" lang="en" data-print="hide">
      <p role="status">
        {refusal ?? (
          <>
            <strong>Override is on:</strong> {parts.join(', ')}
          </>
        )}
      </p>
      <Button variant="secondary" size="small" onClick={onOpen}>
        Change
      </Button>
      <Button variant="secondary" size="small" busy={busy} onClick={() => setOverrides({})}>
        End override
      </Button>
    </Bar>
  );
}

export function OverrideTools() {
  const { platform, remotes } = useShell();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const overrides = overridesOf(platform);

  const show = (isOpen: boolean) =>
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        if (isOpen) changed.set(OVERRIDES_PARAMETER, '');
        else changed.delete(OVERRIDES_PARAMETER);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      {Object.keys(overrides).length > 0 && <OverrideBanner overrides={overrides} onOpen={() => show(true)} />}
      {search.has(OVERRIDES_PARAMETER) && (
        <OverridePanel platform={platform} owner={remotes.owner(pathname)} onClose={() => show(false)} />
      )}
    </>
  );
}
