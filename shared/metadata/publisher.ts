/** The site's name and what structured data say of it; the one place where they come from. */
export const publisher = () => ({
  name: 'KI-Lernplattform',
  description:
    'Künstliche Intelligenz in der Erwachsenenbildung: Beiträge, Workshops und Online-Kurse für alle, die andere unterrichten.',
  language: 'de',
  currency: 'CHF',
});
