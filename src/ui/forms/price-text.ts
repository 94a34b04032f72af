/** A price in dollars as a form shows it: 7.9 is "7.90"; nothing for what is no number. */
export function priceText(dollars: number | undefined): string {
  return dollars === undefined || Number.isNaN(dollars) ? '' : dollars.toFixed(2)
}

/** Reads a price as people type it: "7.9", "$7.90", "7,90" or "1,250.00". NaN for anything else. */
export function readPrice(text: string): number {
  const typed = text.replaceAll(/[\s$]/g, '')
  // A comma with one or two digits behind it and no point is a decimal comma; others part thousands.
  const plain = /^\d+,\d{1,2}$/.test(typed)
    ? typed.replace(',', '.')
    : typed.replaceAll(/,(?=\d{3}(\D|$))/g, '')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}
