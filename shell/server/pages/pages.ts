import { earlyChunk } from '@ki/shared/contract/early.ts';
import type { ReleaseFile } from '../../registry/schema.ts';
import { PAGE_STATE_ID } from '../../src/app/page-state.ts';
import type { Problem } from '../../src/remotes/problem.ts';
import type { RemoteModules } from '../code/remote-modules.ts';
import { redirect, type TextReply } from '../http/reply.ts';
import { madeReply, NOT_STORED } from '../http/sharing.ts';
import type { Lineup, LiveRemote } from '../lineup/lineup.ts';
import type { Renderers } from '../renderers/renderers.ts';
import { type Script, shellScripts } from './assets.ts';
import { documentOf } from './document.ts';
import type { Made } from './keep/page-cache.ts';
import { outcomeOf } from './outcome.ts';
import { ownerAt } from './owner-at.ts';
import { REQUEST_ID_STYLE } from './request-id-note.ts';
import { contentSecurityPolicy, DOCUMENT_HEADERS, integrityPolicy, OPENER_POLICY } from './security-headers.ts';
import { usedStyles } from './used-styles.ts';

export interface PageServices {
  readonly renderers: Pick<Renderers, 'leastBusy'>;
  readonly modules: RemoteModules;
  readonly note: (problem: Problem) => void;
}

export interface MadePage extends Made {
  readonly answer: TextReply;
}

const SERVER_FAILURE = 500;

const scriptsOf = ({ address }: LiveRemote, files: readonly ReleaseFile[]): Script[] =>
  files.map((file) => ({ src: address(file), integrity: file.integrity }));

/** Scripts that a remote's page needs, in the order in which the browser will ask for them. */
function hintsFor(live: LiveRemote, routeIds: readonly string[]): Script[] {
  const { entry, chunks } = live.release;
  const files = [entry, ...['module', ...routeIds].flatMap((id) => chunks[id] ?? [])];
  return scriptsOf(live, [...new Map(files.map((file) => [file.path, file])).values()]);
}

const earlyFor = (live: LiveRemote, name: string | null) =>
  name === null ? [] : scriptsOf(live, live.release.chunks[earlyChunk(name)] ?? []);

/** Answers addresses with rendered documents. */
export function createPages({ renderers, modules, note }: PageServices) {
  const { app, starter } = shellScripts();

  return async (url: URL, lineup: Lineup): Promise<MadePage> => {
    const { platform } = lineup;
    const { live: liveOwner, bundle } = await ownerAt(url, lineup, modules);
    const page = await renderers.leastBusy().page({ url, platform, bundle });
    const { reads } = page;
    if ('location' in page) return { answer: redirect(page.status, page.location, NOT_STORED), reads };
    const outcome = liveOwner && !bundle ? 'failed' : outcomeOf(page);

    if (page.failure !== null && liveOwner) {
      const { name, version } = liveOwner.release;
      note({ remote: name, version, phase: 'render', message: page.failure });
    }
    const { status } = page;
    const allStyles = status < SERVER_FAILURE ? page.styles : page.styles + REQUEST_ID_STYLE;
    const styles = usedStyles(allStyles, page.html);
    const scripts = {
      app,
      starter,
      early: liveOwner ? earlyFor(liveOwner, page.early) : [],
      hints: liveOwner ? hintsFor(liveOwner, page.routeIds) : [],
    };
    const headers = {
      ...DOCUMENT_HEADERS,
      ...(liveOwner ? {} : OPENER_POLICY),
      ...integrityPolicy(lineup),
      'content-security-policy': contentSecurityPolicy(lineup, styles),
    };
    const body = documentOf({ page: { ...page, styles }, pageStateId: PAGE_STATE_ID, ...scripts });
    return { answer: madeReply(status, headers, body), reads, outcome };
  };
}
