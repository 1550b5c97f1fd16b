import { paths } from '@ki/shared/contract/paths.ts';
import { ABOUT_AI, aiSentence } from './ai.ts';

const quoted = (ai: string) => `> ${aiSentence(ai)}`;

const paragraphs = (name: string): readonly string[] => [
  `Auf der Website „${name}“ schreiben Menschen, und auch eine KI kann einen Beitrag schreiben. Hier steht, woran Sie das erkennen, wie Belege geprüft werden und wer für einen Text einsteht.`,
  '## Was gekennzeichnet ist',
  'Ein Beitrag, den die KI dieser Website geschrieben hat, trägt unter seinem Titel einen von zwei Sätzen. Der erste:',
  quoted('generated'),
  'Ein Sprachmodell hat den Text geschrieben, und niemand hat ihn so freigegeben, wie er jetzt dasteht. Der zweite:',
  quoted('assisted'),
  'Jemand aus der Redaktion hat den Text gelesen und freigegeben. Ändert sich danach mehr als ein Tippfehler, so gilt die Freigabe nicht mehr, und der erste Satz steht wieder da.',
  'Die Software setzt die Kennzeichnung, sobald die KI einen Beitrag schreibt. Entfernen lässt sie sich nicht; nur eine Freigabe ersetzt den ersten Satz durch den zweiten. Feed, Textfassung und Angaben für Suchmaschinen nennen sie auch.',
  '## Wie Belege geprüft werden',
  'Nennt ein Beitrag der KI Quellen, so liest die Software jede, die öffentlich zugänglich ist, und vergleicht jeden Satz, der sie anführt, mit ihrem Wortlaut: Die Zahlen, Namen und Daten des Satzes müssen dort stehen. Ein Zitat der KI zählt nur, wenn es Wort für Wort in der Quelle steht.',
  'Die Redaktion sieht neben dem Text, was belegt ist, was der Quelle widerspricht, was dort fehlt und welche Quelle nicht lesbar war. Veröffentlicht sie etwas, das widerspricht oder fehlt, so nennt sie einen Grund, der aufgezeichnet wird.',
  '## Wer für einen Text einsteht',
  'Freigeben kann nur, wer den Beitrag veröffentlichen darf. Aufgezeichnet wird, wer welche Fassung wann geprüft hat.',
  '## Was wir nicht behaupten',
  [
    '- Die Software vergleicht einen Satz mit seiner Quelle, und auch dabei kann sie irren. Ob die Quelle recht hat, prüft sie nicht.',
    '- Hat jemand einen Text von einer anderen KI mitgebracht und eingefügt, so kann die Software das nicht wissen. Keine Kennzeichnung bedeutet: Es ist nicht aufgezeichnet, dass die KI dieser Website den Beitrag geschrieben hat.',
    '- Die Kennzeichnung gilt den Texten von Beiträgen, nicht Bildern, Workshops und Kursen.',
  ].join('\n'),
];

/** How the platform works with AI, true for each site that it serves. Shows until somebody writes a page at its address. */
export const aboutAi = (name: string) => ({
  slug: paths.aboutAi.slice(1),
  title: ABOUT_AI,
  description: 'Woran Sie Texte einer KI erkennen, wie Belege geprüft werden, und wer für einen Text einsteht.',
  content: `${paragraphs(name).join('\n\n')}\n`,
  updated_at: null,
});
