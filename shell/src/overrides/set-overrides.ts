import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionKnown } from '@ki/shared/session/session-store.ts';
import { useState } from 'react';
import { OVERRIDES_PARAMETER, OVERRIDES_PATH, type Overrides } from './overrides.ts';

async function accessToken(): Promise<string | undefined> {
  if ((await sessionKnown()).status !== 'signed-in') return undefined;
  const { data } = await (await staffClient()).auth.getSession();
  return data.session?.access_token;
}

async function sendOverrides(overrides: Overrides): Promise<string | null> {
  try {
    const token = await accessToken();
    const response = await fetch(OVERRIDES_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ overrides }),
    });
    return response.ok ? null : ((await response.json()) as { message: string }).message;
  } catch (error) {
    console.error('overrides:', error);
    return 'The shell cannot be reached. Please try again.';
  }
}

/** Sets the overrides and loads the page with them; `refusal` says why the shell did not. */
export function useSetOverrides() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const setOverrides = async (wanted: Overrides) => {
    setBusy(true);
    const reason = await sendOverrides(wanted);
    setBusy(false);
    setRefusal(reason);
    if (reason === null) openAnew();
  };
  return { busy, refusal, setOverrides };
}

function openAnew(): void {
  const url = new URL(location.href);
  url.searchParams.delete(OVERRIDES_PARAMETER);
  // Assigning the same address with a hash does not reload.
  if (url.href === location.href || url.hash) {
    history.replaceState(null, '', url);
    location.reload();
  } else {
    location.assign(url);
  }
}
