/** 'CHF 1’250' or 'CHF 99.50'; without Intl, whose spaces and separators differ between engines. */
export function formatPrice(francs: number | null | undefined): string {
  if (francs === null || francs === undefined || !Number.isFinite(francs)) return '';
  const [whole = '0', cents = '00'] = Math.abs(francs).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '’');
  return `CHF ${francs < 0 ? '-' : ''}${grouped}${cents === '00' ? '' : `.${cents}`}`;
}
