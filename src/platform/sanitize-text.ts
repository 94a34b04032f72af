// Bidirectional controls can make one name look like another.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes control characters from a single-line text; PostgreSQL can't store NUL. Line breaks and
 * tabs become spaces, and lone surrogates become U+FFFD.
 */
export function removeControlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(BIDI_CONTROLS, '')
}
