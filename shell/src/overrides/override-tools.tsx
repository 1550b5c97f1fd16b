import { useLocation, useSearchParams } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { OverrideBanner } from './override-banner.tsx';
import { OverridePanel } from './override-panel.tsx';
import { OVERRIDES_PARAMETER, overridesOf } from './overrides.ts';

/** The panel while the address asks for it, and the banner while an override is on. */
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
