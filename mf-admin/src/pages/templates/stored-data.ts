/** Lists stored personal data, their place and period. A test compares it with the database and with the code. */

interface InDatabase {
  /** Tables with personal data that the entry is about. */
  readonly tables: readonly string[];
  readonly what: string;
  readonly why: string;
  /** `days` of the first table with a period. */
  readonly end: (days: number) => string;
}

export const IN_DATABASE: readonly InDatabase[] = [
  {
    tables: ['private.staff', 'private.admitted', 'private.passwords', 'shipping.team_members', 'auth.users'],
    what: 'Konten der Redaktion: E-Mail-Adresse, Name, Passwort (nur als Prüfwert), Rolle, Zeitpunkt des letzten Passworts',
    why: 'Anmeldung und Rechte der Personen, die an den Inhalten arbeiten',
    end: (days) =>
      `bis das Konto gelöscht wird; ein Konto, das niemand zur Redaktion zulässt, wird nach ${days} Tagen gelöscht`,
  },
  {
    tables: ['private.owners', 'private.publication_requests', 'private.schedules'],
    what: 'welches Konto einen Inhalt angelegt, um seine Veröffentlichung gebeten oder ihren Zeitpunkt gesetzt hat',
    why: 'Rechte an eigenen Inhalten und Freigabe durch andere',
    end: () => 'bis der Inhalt endgültig gelöscht, die Bitte erledigt oder das Konto gelöscht wird',
  },
  {
    tables: ['private.former_roles'],
    what: 'welche Rolle ein Konto hatte, das nicht mehr zur Redaktion gehört',
    why: 'eine neue Einladung gibt ihm nicht mehr Rechte, als eine zuständige Person vergeben hat',
    end: () => 'bis das Konto wieder eingeladen oder gelöscht wird',
  },
  {
    tables: ['private.sign_offs'],
    what: 'welches Konto welche Fassung eines Textes, den KI geschrieben hat, wann geprüft und freigegeben hat',
    why: 'Nachweis, dass eine Person den Text geprüft hat und für ihn einsteht',
    end: () =>
      'bis der Beitrag gelöscht und im Änderungsprotokoll nicht mehr enthalten ist; das Konto nur, bis es gelöscht wird',
  },
  {
    tables: ['private.invitations'],
    what: 'Einladungen: E-Mail-Adresse, Rolle und Bemerkung',
    why: 'Aufnahme in die Redaktion',
    end: (days) => `${days} Tage nach Annahme oder Ablauf`,
  },
  {
    tables: ['auth.audit_log_entries'],
    what: 'Anmeldungen von Konten',
    why: 'Aufklärung von Missbrauch',
    end: (days) => `${days} Tage`,
  },
  {
    tables: ['public.trail'],
    what: 'Änderungsprotokoll: wer welchen Inhalt wann geändert hat, mit früheren Fassungen',
    why: 'Nachvollziehen und Wiederherstellen von Änderungen',
    end: (days) => `${days} Tage`,
  },
  {
    tables: ['public.workflows'],
    what: 'Eingaben und Ergebnisse von KI-Abläufen der Redaktion',
    why: 'Vorbereitung von Beiträgen',
    end: (days) => `${days} Tage`,
  },
  {
    tables: ['private.ai_calls', 'private.article_claims'],
    what: 'KI-Aufrufe eines Kontos mit Tag, Modell, Tokens und Kosten, und ein Prüfwert der Anfrage',
    why: 'Begrenzung und Abrechnung der Kosten',
    end: (days) => `${days} Tage, der Prüfwert bis zum Löschen des Entwurfs oder des Kontos`,
  },
  {
    tables: ['private.import_rows'],
    what: 'Zeilen von Dateien, die die Redaktion importiert',
    why: 'Prüfung vor dem Import',
    end: (days) => `bis zum Import, höchstens ${days === 1 ? 'einen Tag' : `${days} Tage`}`,
  },
  {
    tables: ['private.storage_sums', 'private.picture_files', 'private.picture_names', 'public.pictures'],
    what: 'wie viel Speicherplatz ein Konto belegt, und welches Konto ein Bild in einen Text gesetzt hat',
    why: 'Begrenzung des Speicherplatzes',
    end: (days) => `${days} Tage, nachdem kein Text das Bild mehr verwendet, oder bis das Konto gelöscht wird`,
  },
  {
    tables: ['private.missing_addresses'],
    what: 'Adressen dieser Website, die aufgerufen wurden und an denen nichts ist, mit ihrer Anzahl an einem Tag; nicht, wer sie aufgerufen hat',
    why: 'Weiterleiten von Adressen, die Besucherinnen und Besucher vermissen',
    end: (days) => `${days} Tage`,
  },
  {
    tables: ['private.open_records'],
    what: 'Formulare, die ein Konto gerade geöffnet hat',
    why: 'Hinweis an andere, die denselben Inhalt bearbeiten',
    end: (days) => `beim Schließen, spätestens nach ${days === 1 ? 'einem Tag' : `${days} Tagen`}`,
  },
  {
    tables: ['private.previews'],
    what: 'Links zu Vorschauen mit dem Konto, das sie erstellt hat; die Schlüssel der Links sind nicht gespeichert',
    why: 'Zeigen von Entwürfen vor der Veröffentlichung',
    end: (days) =>
      `sieben Tage, danach noch ${days === 1 ? 'einen Tag' : `${days} Tage`}; früher, wenn der Link widerrufen oder das Konto gelöscht wird`,
  },
  {
    tables: ['public.posts', 'public.drafts', 'private.bylines'],
    what: 'Namen der Autorinnen und Autoren von Beiträgen und ihren Entwürfen',
    why: 'Angabe der Urheberschaft',
    end: () => 'bis der Beitrag oder der Entwurf gelöscht oder das Konto mit seinen Angaben entfernt wird',
  },
  {
    tables: ['public.prompts'],
    what: 'Vorlagen für KI-Abläufe mit dem Konto, das sie geschrieben hat',
    why: 'Arbeit der Redaktion',
    end: () => 'bis die Vorlage oder das Konto gelöscht wird',
  },
  {
    tables: ['shipping.deploy_tokens', 'shipping.release_history', 'shipping.releases'],
    what: 'Namen der Personen, die Software dieser Website veröffentlicht haben',
    why: 'Nachvollziehen von Veröffentlichungen',
    end: () => 'ohne Frist; mit dem Löschen des Kontos wird der Name entfernt',
  },
];

interface InBrowser {
  /** The file that stores it. */
  readonly source: string;
  readonly name: string;
  readonly where: 'Cookie' | 'Local Storage' | 'Session Storage';
  readonly what: string;
  readonly end: string;
}

export const IN_BROWSERS: readonly InBrowser[] = [
  {
    source: 'shared/session/session-store.ts',
    name: '`sb-…-auth-token`',
    where: 'Local Storage',
    what: 'die Anmeldung der Redaktion',
    end: 'bis zur Abmeldung oder zum Ablauf der Sitzung',
  },
  {
    source: 'shell/src/session/invitation.tsx',
    name: '`invitation`',
    where: 'Local Storage',
    what: 'der Schlüssel einer Einladung zur Redaktion, deren Link geöffnet wurde',
    end: 'bis sie angenommen ist oder sich zeigt, dass sie nicht mehr gilt',
  },
  {
    source: 'mf-admin/src/records/form/input-storage.ts',
    name: '`ki-draft/…`',
    where: 'Local Storage',
    what: 'nicht gespeicherte Eingaben der Redaktion, auch im Session Storage',
    end: 'bis zum Speichern, Verwerfen oder Abmelden',
  },
  {
    source: 'mf-admin/src/media/unfinished-uploads.ts',
    name: '`ki-uploads/…`',
    where: 'Session Storage',
    what: 'die Namen von Bildern, die die Redaktion gerade hochlädt',
    end: 'bis sie hochgeladen oder verworfen sind, oder bis der Tab geschlossen wird',
  },
  {
    source: 'mf-admin/src/kit/list-place.ts',
    name: '`ki-list …`',
    where: 'Session Storage',
    what: 'Suche, Reihenfolge und Seite, mit denen die Redaktion eine Liste zuletzt gesehen hat',
    end: 'bis der Tab geschlossen wird',
  },
  {
    source: 'mf-admin/src/text/choices.ts',
    name: '`markdown-editor`, `markdown-view`',
    where: 'Local Storage',
    what: 'die Wahl der Redaktion, Texte im Editor zu schreiben und ihre Vorschau daneben zu sehen',
    end: 'bis zur Wahl des Textfelds ohne Vorschau, oder bis sie im Browser gelöscht wird',
  },
  {
    source: 'mf-admin/src/posts/data/changed-texts.ts',
    name: '`former-texts`',
    where: 'Local Storage',
    what: 'welche Texte der Redaktion nach einer Aktualisierung anders aussehen, mit deren Zeit',
    end: 'bis es im Browser gelöscht wird',
  },
  {
    source: 'mf-learning/src/components/use-progress.ts',
    name: '`course-progress`',
    where: 'Local Storage',
    what: 'der Lernfortschritt in Online-Kursen; er verlässt das Gerät nicht',
    end: 'bis er im Browser gelöscht wird',
  },
  {
    source: 'shell/src/hydration/scheme.ts',
    name: '`scheme`',
    where: 'Local Storage',
    what: 'die gewählte Darstellung, hell oder dunkel',
    end: 'bis sie im Browser gelöscht wird',
  },
  {
    source: 'shared/ui/media/allowed-services.ts',
    name: '`video-services`',
    where: 'Session Storage',
    what: 'die Videodienste, deren Inhalte für diesen Besuch erlaubt wurden',
    end: 'bis der Tab geschlossen wird',
  },
  {
    source: 'shell/src/remotes/recovery.ts',
    name: '`reloaded-for …`',
    where: 'Session Storage',
    what: 'die Information, dass eine Seite nach einem Fehler schon einmal neu geladen wurde',
    end: 'bis der Tab geschlossen wird',
  },
  {
    source: 'shell/server/resolve/release-set.ts',
    name: '`release-bucket`',
    where: 'Cookie',
    what: 'eine zufällige Gruppe, solange eine neue Fassung der Software bei einem Teil der Besuche erprobt wird; sie wird mit keiner Person verknüpft',
    end: 'bis der Browser geschlossen wird',
  },
  {
    source: 'shell/server/resolve/overrides.ts',
    name: '`overrides`',
    where: 'Cookie',
    what: 'Fassungen der Software, die Entwicklerinnen und Entwickler selbst gewählt haben',
    end: 'zwölf Stunden',
  },
];

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

export const databaseTable = (periods: ReadonlyMap<string, number>): string =>
  table(
    ['Daten', 'Zweck', 'Dauer'],
    IN_DATABASE.map(({ tables, what, why, end }) => {
      const days = tables.map((name) => periods.get(name)).find((found) => found !== undefined);
      return [what, why, end(days ?? 0)];
    }),
  );

export const browserTable = (): string =>
  table(
    ['Name', 'Ort', 'Inhalt', 'Dauer'],
    IN_BROWSERS.map(({ name, where, what, end }) => [name, where, what, end]),
  );
