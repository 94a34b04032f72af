/** Formats a price in dollars for a form field: 7.9 becomes "7.90"; empty for undefined and NaN. A text stays. */
export function priceText(dollars: number | string | undefined): string {
  if (typeof dollars === 'string') return dollars
  return dollars === undefined || Number.isNaN(dollars) ? '' : dollars.toFixed(2)
}

/**
 * Parses a typed price in dollars: "7.9", "$7.90", "7,90" or "1,250.00". Returns NaN for anything else,
 * and for "1.250", which may be 1.25 or 1,250.
 */
export function readPrice(text: string): number {
  const typed = text.replaceAll(/[\s$]/g, '')
  // A comma before one or two final digits is a decimal comma; other commas separate thousands.
  const plain = /^\d+,\d{1,2}$/.test(typed)
    ? typed.replace(',', '.')
    : typed.replaceAll(/,(?=\d{3}(\D|$))/g, '')
  const isUnclear = /^[1-9]\d{0,2}\.\d\d0$/.test(plain)
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) && !isUnclear ? Number(plain) : Number.NaN
}

/** Returns a typed price, NaN for an empty text, and the text itself where none can be read. */
export function typedPrice(text: string): number | string {
  const price = readPrice(text)
  return Number.isNaN(price) && text.trim() !== '' ? text : price
}
