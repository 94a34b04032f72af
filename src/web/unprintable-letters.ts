/**
 * The code points that the fonts of PDF documents have, in hexadecimal. Browsers have no such font to
 * ask; `document-fonts.test.ts` compares the ranges with it. Unassigned code points fill the gaps.
 */
const PRINTABLE = `
  0-3e1 3f0-52f 900-97f 10fb 1ab0-1ac0 1ac5 1ac7-1ace 1c80-1c88 1d00-1df9 1dfb-20c0 20f0-215f
  2183-2184 2189 2190-2195 21a8 2202 2205-2206 220f 2211-2212 2215 2219-221a 221e-221f 2229 222b
  2248 2260-2261 2264-2265 2302 2310 2320-2321 25ca 25cc 27e8-27e9 2c60-2c7f 2de0-2e5d a640-a69f
  a700-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff a8ff a92e ab30-ab6b fb00-fb06 fe00 fe20-fe2f feff
  fffc-fffd 10780-107ba 1df00-1df1e`
  .trim()
  .split(/\s+/)
  .map((range) => range.split('-').map((code) => Number.parseInt(code, 16)))

const MAX_NAMED = 8

/** Returns the different letters of a text that documents print as question marks (product 15.3). */
export function unprintableLetters(text: string): string[] {
  return [...new Set(text)].filter((letter) => {
    const code = letter.codePointAt(0) ?? 0
    return !PRINTABLE.some(([first = 0, last = first]) => first <= code && code <= last)
  })
}

/** Returns the note at a field whose text documents can't print as it is; undefined when they can. */
export function unprintableNote(text: string): string | undefined {
  const letters = unprintableLetters(text)
  if (letters.length === 0) return undefined
  const named = letters.slice(0, MAX_NAMED).join(' ')
  const rest = letters.length > MAX_NAMED ? ' …' : ''
  // Isolated (U+2068, U+2069), as letters that run to the left would reorder what follows them.
  const isolated = `\u2068${named}${rest}\u2069`
  return `Invoices and other documents can’t show ${isolated}. Please add Latin letters beside them.`
}
