/** English words of reports with their German counterparts, so that German sentences find their place in English sources. */
const PAIRS = `
teacher lehrperson lehrer lehrkraft lehrende|learner lernende|participant teilnehmende|course kurs|feedback rückmeldung|survey umfrage befragung|
respondent befragte|study studie untersuchung|trial versuch|group gruppe|average durchschnitt mittel|older ältere|adult erwachsene|
age alter|daily täglich|day tag|tool werkzeug|error fehler|wrong falsch|misleading irreführend|comment kommentar|check prüfen|text text|
revise überarbeiten|improve verbessern|score punktzahl ergebnis|trust vertrauen|fund finanzieren fördern|led leiten|direct leiten|
start beginnen|begin beginnen|dropout abbruch|leave abbrechen|cost kosten|minute minute|arrive eintreffen|college einrichtung|
country land|european europäisch|telephone telefon|interview befragen interview|family familie|member mitglied|health gesundheit|
question frage|translation übersetzung|letter brief|fear angst|fraud betrug|interest interesse|rural land|city stadt|home nähe wohnort|
classroom vor-ort|online online|finish beenden|share anteil|report bericht|publish veröffentlichen|appear erscheinen|result ergebnis|
foundation stiftung|repeat wiederholen|follow-up anschluss|autumn herbst|spring frühjahr|government regierung|spend ausgeben|
waiting-list warteliste|meet treffen|week woche|month monat|year jahr|rating bewertung|young jung|writing schreiben|draft entwurf|
certificate abschluss|school schule|beginner anfänger|replace ersetzen ablösen|version version|student studierende|university hochschule|
employee beschäftigte|company betrieb unternehmen|training schulung fortbildung|skill fähigkeit|research forschung|author autor|
data daten|law gesetz|rule regel|use nutzen verwenden benutzen einsetzen|learn lernen|education bildung|workshop werkstatt|model modell|
increase steigen erhöhen zunehmen|decrease sinken zurückgehen|half hälfte|people menschen personen|women frauen|men männer|few wenige|analysis auswertung analyse|accept annehmen|receive einreichen eingehen|complete abschließen beenden|enrol einschreiben anmelden|enroll einschreiben anmelden|register anmelden|founded gründen|chair leiten vorsitz|chaired leiten vorsitz|library bibliothek|programme programm|project projekt|budget budget haushalt|grant förderung zuschuss|price preis|free kostenlos|hour stunde|evening abend|class kurs klasse|pass bestehen|exam prüfung|test test prüfung|sample stichprobe|weak schwach|strong stark|difference unterschied|significant signifikant|manager leitung leiter|head leitung leiter|director leitung direktor|staff personal beschäftigte|volunteer ehrenamtlich freiwillig|pilot pilot probe|launch starten einführen|evaluate bewerten|assess bewerten|essay aufsatz|sentence satz|mistake fehler|reader leser|language sprache|region region|rate quote anteil`;

const counterparts = new Map(
  PAIRS.replace(/\n/g, '')
    .split('|')
    .map((pair) => {
      const [english = '', ...german] = pair.trim().split(/\s+/);
      return [english, german] as const;
    }),
);

/** German words for an English one in its singular or plural, or as a verb; none for others. */
export function inGerman(word: string): readonly string[] {
  const plain = word.toLowerCase();
  const forms = [
    plain,
    plain.replace(/s$/, ''),
    plain.replace(/ies$/, 'y'),
    plain.replace(/d$/, ''),
    plain.replace(/ed$/, ''),
    plain.replace(/ing$/, ''),
    plain.replace(/ing$/, 'e'),
  ];
  return forms.map((form) => counterparts.get(form)).find((german) => german !== undefined) ?? [];
}
