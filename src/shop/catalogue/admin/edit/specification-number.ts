/** Formats a value for its field; empty for NaN. */
export function numberText(value: number | string): string {
  return Number.isNaN(value) ? '' : String(value)
}

/** Parses a typed number with a decimal point or comma. Empty for no text, NaN for anything else. */
export function readNumber(text: string): number | '' {
  const typed = text.trim().replace(/^(-?\d*),(\d+)$/, '$1.$2')
  if (typed === '') return ''
  return /^-?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN
}
