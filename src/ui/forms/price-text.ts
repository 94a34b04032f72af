/** Formats a price in dollars for a form field: 7.9 becomes "7.90"; empty for undefined and NaN. */
export function priceText(dollars: number | undefined): string {
  return dollars === undefined || Number.isNaN(dollars) ? '' : dollars.toFixed(2)
}

/** Parses a typed price in dollars: "7.9", "$7.90", "7,90" or "1,250.00". Returns NaN for anything else. */
export function readPrice(text: string): number {
  const typed = text.replaceAll(/[\s$]/g, '')
  // A comma before one or two final digits is a decimal comma; other commas separate thousands.
  const plain = /^\d+,\d{1,2}$/.test(typed)
    ? typed.replace(',', '.')
    : typed.replaceAll(/,(?=\d{3}(\D|$))/g, '')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
