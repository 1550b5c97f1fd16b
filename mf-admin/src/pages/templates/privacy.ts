import { gap } from '../page-record.ts';
import { addressOf, type Country, contactOf, type Filling, text } from './parts.ts';
import { browserTable, databaseTable } from './stored-data.ts';

type Law = Readonly<Record<'opening' | 'basis' | 'terminal' | 'abroad', string> & { rights: readonly string[] }>;

/** Shared by Germany and Austria. */
const GDPR = {
  basis:
    'Die Auslieferung der Website und der Schutz vor Missbrauch beruhen auf unserem berechtigten Interesse an einem funktionierenden, sicheren Angebot (Art. 6 Abs. 1 lit. f DSGVO), ebenso das Änderungsprotokoll, die Konten der Redaktion auf dem Arbeits- oder Auftragsverhältnis (Art. 6 Abs. 1 lit. b DSGVO), Antworten auf Anfragen auf der Anbahnung oder Erfüllung eines Vertrags (lit. b), sonst auf unserem berechtigten Interesse an der Antwort (lit. f), eingebettete Videos auf Ihrer Einwilligung, die Sie mit dem Druck auf die Schaltfläche geben (Art. 6 Abs. 1 lit. a DSGVO).',
  abroad:
    'Sitzt ein Empfänger außerhalb des Europäischen Wirtschaftsraums, so erfolgt die Übermittlung auf der Grundlage eines Angemessenheitsbeschlusses (Art. 45 DSGVO) oder geeigneter Garantien wie der Standardvertragsklauseln (Art. 46 DSGVO).',
  rights: [
    'Sie haben das Recht auf Auskunft (Art. 15 DSGVO), Berichtigung (Art. 16), Löschung (Art. 17), Einschränkung der Verarbeitung (Art. 18), Datenübertragbarkeit (Art. 20). Eine Einwilligung können Sie jederzeit mit Wirkung für die Zukunft widerrufen (Art. 7 Abs. 3). Eine Entscheidung, die allein auf automatisierter Verarbeitung beruht, findet nicht statt.',
    '**Widerspruchsrecht:** Sie können jederzeit aus Gründen, die sich aus Ihrer besonderen Situation ergeben, einer Verarbeitung widersprechen, die auf unserem berechtigten Interesse beruht (Art. 21 DSGVO).',
    'Sie sind nicht verpflichtet, uns Daten bereitzustellen. Ohne die Angaben, die ein Browser sendet, lässt sich allerdings keine Seite ausliefern.',
  ],
};

const LAWS: Readonly<Record<Country, Law>> = {
  DE: {
    ...GDPR,
    opening:
      'Diese Erklärung informiert nach Art. 13 der Datenschutz-Grundverordnung (DSGVO) darüber, welche personenbezogenen Daten diese Website verarbeitet.',
    terminal:
      'Was im Browser gespeichert wird, ist unbedingt erforderlich, um den gewünschten Dienst bereitzustellen (§ 25 Abs. 2 Nr. 2 TDDDG). Es gibt keine Reichweitenmessung und keine Werbung anderer Anbieter.',
    rights: [
      ...GDPR.rights,
      `Sie können sich bei einer Aufsichtsbehörde beschweren (Art. 77 DSGVO), zum Beispiel bei: ${gap('Datenschutzaufsichtsbehörde Ihres Bundeslandes mit Anschrift')}.`,
    ],
  },
  AT: {
    ...GDPR,
    opening:
      'Diese Erklärung informiert nach Art. 13 der Datenschutz-Grundverordnung (DSGVO) und dem österreichischen Datenschutzgesetz (DSG) darüber, welche personenbezogenen Daten diese Website verarbeitet.',
    terminal:
      'Was im Browser gespeichert wird, ist unbedingt erforderlich, um den gewünschten Dienst bereitzustellen (§ 165 Abs. 3 TKG 2021). Es gibt keine Reichweitenmessung und keine Werbung anderer Anbieter.',
    rights: [
      ...GDPR.rights,
      'Sie können sich bei der Österreichischen Datenschutzbehörde beschweren: Barichgasse 40–42, 1030 Wien, [dsb.gv.at](https://dsb.gv.at).',
    ],
  },
  CH: {
    opening:
      'Diese Erklärung informiert nach Art. 19 des schweizerischen Datenschutzgesetzes (DSG) darüber, welche Personendaten diese Website bearbeitet.',
    basis:
      'Wir bearbeiten Personendaten nach den Grundsätzen von Art. 6 DSG: um die Website auszuliefern und vor Missbrauch zu schützen, um Konten der Redaktion zu führen, und für eingebettete Videos erst, wenn Sie auf die Schaltfläche drücken. Soweit die Datenschutz-Grundverordnung der EU anwendbar ist, stützen wir uns auf Art. 6 Abs. 1 lit. a, b und f DSGVO.',
    terminal:
      'Was im Browser gespeichert wird, dient allein dem gewünschten Dienst (Art. 45c FMG). Es gibt keine Reichweitenmessung und keine Werbung anderer Anbieter.',
    abroad: `Sitzt ein Empfänger im Ausland, so geben wir Daten nur in Staaten mit angemessenem Schutz nach Anhang 1 der Datenschutzverordnung bekannt (Art. 16 Abs. 1 DSG) oder mit geeigneten Garantien wie Standarddatenschutzklauseln (Art. 16 Abs. 2 DSG). Diese Staaten sind: ${gap('Staaten, in die Daten bekannt gegeben werden, und die Garantien dafür (Art. 19 Abs. 4 DSG); gibt es keine, entfällt der Satz')}.`,
    rights: [
      'Sie haben das Recht auf Auskunft (Art. 25 DSG), Datenherausgabe oder -übertragung (Art. 28 DSG) sowie auf Berichtigung (Art. 32 Abs. 1 DSG) und, wo das Gesetz es vorsieht, Löschung (Art. 32 Abs. 2 DSG). Sie können einer Bearbeitung widersprechen (Art. 30 Abs. 2 lit. b DSG).',
      'Sie können beim Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten (EDÖB) Anzeige erstatten (Art. 49 Abs. 1 DSG): Feldeggweg 1, 3003 Bern, [edoeb.admin.ch](https://www.edoeb.admin.ch).',
    ],
  },
};

export function privacy(country: Country, { site, periods }: Filling): string {
  const { opening, basis, terminal, abroad, rights } = LAWS[country];
  return text(
    opening,
    '## Verantwortliche Stelle',
    addressOf({ ...site, country }),
    contactOf(site),
    gap('Kontakt der oder des Datenschutzbeauftragten oder -beratenden; gibt es keine, entfällt die Zeile'),
    ...(country === 'CH'
      ? [
          gap(
            'Vertretung in der EU, wenn die Datenschutz-Grundverordnung für Sie gilt und sie eine verlangt (Art. 27 DSGVO); sonst entfällt die Zeile',
          ),
        ]
      : []),
    '## Besuch der Website',
    'Um eine Seite zu senden, verarbeitet der Server die IP-Adresse Ihres Geräts, die Adresse der Seite und Angaben des Browsers für die Dauer der Anfrage. Die IP-Adresse dient außerdem für einige Minuten dazu, übermäßig viele Anfragen abzuwehren. Das Protokoll der Anwendung enthält keine IP-Adressen, Suchbegriffe, E-Mail-Adressen oder Cookies.',
    `Gehostet wird die Website bei: ${gap('Anbieter von Server und Datenbank mit Anschrift; ob und wie lange er selbst Zugriffe protokolliert; Vertrag zur Auftragsverarbeitung')}.`,
    '## Was im Browser gespeichert wird',
    browserTable(),
    terminal,
    '## Was in der Datenbank gespeichert wird',
    'Über Besucherinnen und Besucher wird in der Datenbank nichts gespeichert. Über Personen, die an den Inhalten arbeiten, speichern wir:',
    databaseTable(periods),
    `Sicherungskopien der Datenbank bewahren wir so lange auf: ${gap('Dauer, nach der Sicherungskopien gelöscht werden')}.`,
    '## Eingebettete Inhalte',
    'Videos anderer Dienste werden erst geladen, wenn Sie auf die Schaltfläche drücken, die den Dienst nennt. Dann erhält der Dienst Ihre IP-Adresse und kann selbst Daten speichern.',
    '## Wenn Sie uns schreiben',
    `Angaben aus Ihrer Nachricht verwenden wir, um sie zu beantworten, und löschen sie so: ${gap('Dauer, nach der Anfragen gelöscht werden')}.`,
    '## KI-Dienste der Redaktion',
    `Eingaben der Redaktion in KI-Abläufe gehen an die Anbieter Perplexity AI und Google (Gemini), beide in den USA, nicht aber Daten von Besucherinnen und Besuchern: ${gap('welche dieser Anbieter Sie nutzen und auf welcher vertraglichen Grundlage; nutzen Sie keine, entfällt der Abschnitt')}.`,
    '## Rechtsgrundlagen',
    basis,
    '## Empfänger und Übermittlung ins Ausland',
    `Daten erhalten der oben genannte Hostinganbieter und: ${gap('weitere Empfänger wie der Anbieter für E-Mails; gibt es keine, entfällt die Aufzählung')}.`,
    abroad,
    '## Ihre Rechte',
    ...rights,
  );
}
