/** Whether a text is a GTIN of 8, 12, 13 or 14 digits, not all zeros, with the right check digit. */
export function isGtin(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text) || /^0+$/.test(text)) return false
  return gtinCheckDigit(text.slice(0, -1)) === Number(text.at(-1))
}

/** Returns the last digit of the GTIN that begins with these digits. */
export function gtinCheckDigit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** A GTIN as it is compared: 12 digits are the same as 13 with a zero. */
export const paddedGtin = (gtin: string): string => (gtin === '' ? '' : gtin.padStart(14, '0'))
