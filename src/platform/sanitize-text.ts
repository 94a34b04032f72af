// Those that turn what follows around, so that a name could pass for another one.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Takes the control characters out of a line of text: nobody can see them, and PostgreSQL can't
 * store the one whose code is 0. A line break or a tab between words becomes a space, and half a
 * character, which is no text either, the sign that stands for it.
 */
export function removeControlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll(BIDI_CONTROLS, '')
}
