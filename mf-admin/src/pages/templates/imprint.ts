import { gap } from '../page-record.ts';
import { addressOf, type Country, contactOf, type Filling, lines, streetOf, text, valueOr } from './parts.ts';

type Site = Filling['site'];

const germany = (site: Site) =>
  text(
    '## Angaben gemäß § 5 DDG',
    addressOf(site),
    '## Vertreten durch',
    valueOr(
      site.responsible_person,
      'vertretungsberechtigte Person mit Vor- und Nachnamen; bei Einzelpersonen entfällt der Abschnitt',
    ),
    '## Kontakt',
    contactOf(site),
    '## Registereintrag',
    valueOr(site.register_entry, 'Register, Gericht und Nummer; ohne Eintrag entfällt der Abschnitt'),
    '## Umsatzsteuer-Identifikationsnummer (§ 27a UStG) oder Wirtschafts-Identifikationsnummer (§ 139c AO)',
    valueOr(site.vat_id, 'Umsatzsteuer- oder Wirtschafts-Identifikationsnummer; ohne Nummer entfällt der Abschnitt'),
    '## Aufsicht und Beruf',
    gap(
      'zuständige Aufsichtsbehörde, wenn Ihre Tätigkeit eine behördliche Zulassung braucht; bei reglementierten Berufen Kammer, gesetzliche Berufsbezeichnung mit dem Staat, der sie verliehen hat, und berufsrechtliche Regelungen mit Fundstelle; Berufshaftpflichtversicherung mit Anschrift und räumlichem Geltungsbereich, wenn eine besteht (§ 2 Abs. 1 Nr. 11 DL-InfoV); bei Abwicklung oder Liquidation diese Angabe; was nicht zutrifft, entfällt',
    ),
    '## Verantwortlich für journalistisch-redaktionelle Inhalte gemäß § 18 Abs. 2 MStV',
    lines(valueOr(site.responsible_person, 'verantwortliche Person mit Vor- und Nachnamen'), streetOf(site)),
    gap(
      'ob die verantwortliche Person unter dieser Anschrift erreichbar ist; sonst ihre eigene; dann diese Zeile löschen',
    ),
    '## Verbraucherstreitbeilegung',
    gap(
      'ob Sie bereit oder verpflichtet sind, an Verfahren vor einer Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG), und vor welcher, mit Anschrift und Website; ohne Verträge mit Verbrauchern entfällt der Abschnitt, ohne Pflicht zur Teilnahme auch mit höchstens zehn Beschäftigten am 31. Dezember des Vorjahres',
    ),
  );

const austria = (site: Site) =>
  text(
    '## Angaben gemäß § 5 ECG, § 14 UGB und § 25 MedienG',
    addressOf(site),
    '## Kontakt',
    contactOf(site),
    '## Vertreten durch',
    valueOr(
      site.responsible_person,
      'vertretungsbefugte Person mit Vor- und Nachnamen; bei Einzelpersonen entfällt der Abschnitt',
    ),
    '## Firmenbuch oder Vereinsregister',
    valueOr(
      site.register_entry,
      'Rechtsform, Sitz, Firmenbuchnummer und Firmenbuchgericht oder ZVR-Zahl; ohne Eintrag entfällt der Abschnitt',
    ),
    '## Umsatzsteuer-Identifikationsnummer',
    valueOr(site.vat_id, 'UID-Nummer; ohne Nummer entfällt der Abschnitt'),
    '## Aufsichtsbehörde, Kammer und Gewerbe',
    gap(
      'Gewerbebehörde oder andere Aufsichtsbehörde, Mitgliedschaft in der Kammer, Berufsbezeichnung mit dem Staat, der sie verliehen hat, anwendbare Vorschriften mit Fundstelle; Standort der Gewerbeberechtigung (§ 63 GewO 1994); bei Liquidation diese Angabe; was nicht zutrifft, entfällt',
    ),
    '## Offenlegung gemäß § 25 MedienG',
    `Medieninhaber: ${valueOr(site.legal_name, 'Name oder Firma')}, ${valueOr(site.city, 'Sitz')}`,
    `Unternehmensgegenstand: ${gap('Gegenstand des Unternehmens oder Zweck des Vereins')}`,
    `Beteiligungsverhältnisse: ${gap('Inhaberinnen und Inhaber, Gesellschafter und Anteile, Treuhandverhältnisse und stille Beteiligungen, Mitglieder der Geschäftsführung und eines Aufsichtsrats; bei einer kleinen Website im Sinn von § 25 Abs. 5 MedienG entfällt die Zeile')}`,
    `Grundlegende Richtung: ${gap('Blattlinie in einem Satz; bei einer kleinen Website im Sinn von § 25 Abs. 5 MedienG entfällt die Zeile')}`,
    '## Verbraucherschlichtung',
    gap(
      'Schlichtungsstelle mit Website, wenn Sie zur Teilnahme verpflichtet sind oder sich verpflichtet haben (§ 19 AStG); sonst entfällt der Abschnitt',
    ),
  );

const switzerland = (site: Site) =>
  text(
    '## Angaben gemäss Art. 3 Abs. 1 lit. s UWG',
    addressOf(site),
    '## Kontakt',
    contactOf(site),
    '## Vertreten durch',
    valueOr(
      site.responsible_person,
      'zeichnungsberechtigte Person mit Vor- und Nachnamen; bei Einzelpersonen entfällt der Abschnitt',
    ),
    '## Handelsregister und Unternehmens-Identifikationsnummer',
    valueOr(site.register_entry, 'Handelsregisteramt und UID (CHE-…); ohne Eintrag entfällt die Zeile'),
    '## Mehrwertsteuernummer',
    valueOr(site.vat_id, 'Mehrwertsteuernummer (CHE-… MWST); ohne Nummer entfällt der Abschnitt'),
    '## Verantwortlich für den Inhalt',
    valueOr(site.responsible_person, 'verantwortliche Person mit Vor- und Nachnamen'),
  );

const BY_COUNTRY: Readonly<Record<Country, (site: Site) => string>> = {
  DE: germany,
  AT: austria,
  CH: switzerland,
};

export const imprint = (country: Country, { site }: Filling): string => BY_COUNTRY[country]({ ...site, country });
