import { dayKey, longDate } from '@ki/shared/format/dates.ts';
import { gap } from '../page-record.ts';
import { COUNTRY_NAMES, type Country, contactOf, type Filling, text, valueOr } from './parts.ts';

interface Law {
  readonly basis: string;
  /** A sentence that the law on services for consumers requires. */
  readonly service?: string;
  readonly enforcement: readonly string[];
}

const LAWS: Readonly<Record<Country, Law>> = {
  DE: {
    basis: `Maßgeblich ist: ${gap('das Barrierefreiheitsstärkungsgesetz (BFSG) mit der BFSGV, wenn Sie Dienstleistungen im elektronischen Geschäftsverkehr für Verbraucher erbringen und keine Ausnahme für Kleinstunternehmen gilt (§ 3 Abs. 3 BFSG); das Behindertengleichstellungsgesetz mit der BITV 2.0 oder das Recht Ihres Landes, wenn Sie eine öffentliche Stelle sind; sonst „freiwillig“')}.`,
    service:
      'allgemeine Beschreibung Ihrer Dienstleistung, Erläuterungen zu ihrem Ablauf, und wie sie die Anforderungen an die Barrierefreiheit erfüllt (§ 14 BFSG und Anlage 3); gilt das BFSG nicht für Sie, entfällt der Abschnitt',
    enforcement: [
      'Für Dienstleistungen nach dem BFSG ist die Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF) in Magdeburg zuständig.',
      `Für öffentliche Stellen des Bundes gibt es die Schlichtungsstelle nach § 16 BGG, [schlichtungsstelle-bgg.de](https://www.schlichtungsstelle-bgg.de), für solche der Länder deren Stelle: ${gap('welche Stelle für Sie zuständig ist; die andere entfällt')}.`,
    ],
  },
  AT: {
    basis: `Maßgeblich ist: ${gap('das Barrierefreiheitsgesetz (BaFG), wenn Sie Dienstleistungen im elektronischen Geschäftsverkehr für Verbraucher erbringen und keine Ausnahme für Kleinstunternehmen gilt; das Web-Zugänglichkeits-Gesetz (WZG) oder das Recht Ihres Landes, wenn Sie eine öffentliche Stelle sind; sonst „freiwillig“')}.`,
    service:
      'allgemeine Beschreibung Ihrer Dienstleistung, Erläuterungen zu ihrem Ablauf, und wie sie die Anforderungen an die Barrierefreiheit nach dem BaFG erfüllt; gilt das BaFG nicht für Sie, entfällt der Abschnitt',
    enforcement: [
      'Für Dienstleistungen nach dem BaFG ist das Sozialministeriumservice zuständig, [sozialministeriumservice.gv.at](https://www.sozialministeriumservice.gv.at).',
      `Für öffentliche Stellen des Bundes nimmt die Österreichische Forschungsförderungsgesellschaft (FFG) Beschwerden entgegen, [ffg.at](https://www.ffg.at/barrierefreiheit/beschwerdestelle): ${gap('welche Stelle für Sie zuständig ist; die andere entfällt')}.`,
    ],
  },
  CH: {
    basis: `Maßgeblich ist: ${gap('das Behindertengleichstellungsgesetz (BehiG), wenn Sie ein Gemeinwesen oder ein konzessioniertes Unternehmen sind oder Dienstleistungen öffentlich anbieten, oder das Recht Ihres Kantons; sonst „freiwillig“')}.`,
    enforcement: [
      'Auskunft gibt das Eidgenössische Büro für die Gleichstellung von Menschen mit Behinderungen (EBGB), [edi.admin.ch/ebgb](https://www.edi.admin.ch/edi/de/home/fachstellen/ebgb.html).',
    ],
  },
};

export function accessibility(country: Country, { site, today }: Filling): string {
  const { basis, service, enforcement } = LAWS[country];
  return text(
    `${valueOr(site.legal_name || site.name, 'Name')} möchte, dass alle Menschen diese Website nutzen können. Ziel sind die Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA.`,
    basis,
    '## Wie zugänglich die Website ist',
    `Die Website ist: ${gap('„vollständig“, „teilweise“ oder „nicht“ mit den WCAG 2.2, Stufe AA, vereinbar, nach eigener Prüfung der Inhalte')}.`,
    ...(service ? ['## Unsere Dienstleistung', gap(service)] : []),
    '## Was geprüft wird',
    'Die Software wird bei jeder Änderung automatisch geprüft: alle Arten von Seiten mit dem Werkzeug axe nach den Regeln für WCAG 2.0 bis 2.2, Stufen A und AA, in heller und dunkler Darstellung, bei 390 und 1440 Pixeln Breite, ohne waagrechtes Scrollen, sowie die Bedienung mit der Tastatur. Ein automatisches Werkzeug findet nicht jede Barriere.',
    `Die Inhalte wurden so geprüft: ${gap('wer die Texte, Bilder und Videos wann geprüft hat, und wie')}.`,
    '## Bekannte Einschränkungen',
    'Videos anderer Dienste bringen deren eigene Bedienelemente mit; Untertitel und Abschriften hängen vom einzelnen Video ab. Die Oberfläche hat einzelne Texte in englischer Sprache, die als solche ausgezeichnet sind.',
    gap('weitere Mängel, die Sie kennen, und ihr Grund, bis wann Sie sie beheben, und was man bis dahin tun kann'),
    '## Barriere melden',
    'Wenn Ihnen etwas nicht zugänglich ist, schreiben Sie uns oder rufen Sie an:',
    contactOf(site),
    `## Zuständige Stelle in ${country === 'CH' ? 'der Schweiz' : COUNTRY_NAMES[country]}`,
    'Wenn unsere Antwort Ihnen nicht hilft:',
    ...enforcement,
    '## Stand',
    `Diese Erklärung wurde am ${longDate(dayKey(today.toISOString()))} erstellt.`,
  );
}
