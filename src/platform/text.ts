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

/** Removes control characters from a text of several lines, and the space around it. */
export function asLines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/**
 * Counts Unicode code points, like PostgreSQL's char_length: 🔨 is one character, although its
 * JavaScript length is two.
 */
export function characterCount(text: string): number {
  return Array.from(text).length
}

/** Cuts a text after `longest` code points: no character in half, which PostgreSQL and URLs refuse. */
export function firstCharacters(text: string, longest: number): string {
  if (text.length <= longest) return text
  return Array.from(text.slice(0, 2 * longest))
    .slice(0, longest)
    .join('')
}

/**
 * Prepares user input for a mail: one line of at most `longest` characters. Invisible joiners inside
 * URLs and e-mail addresses keep mail clients from turning them into links.
 */
export function userText(text: string, longest = 100): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const short = [...line].length > longest ? `${[...line].slice(0, longest - 1).join('')}…` : line
  return short.replaceAll(/[.@](?=\w)|:(?=\/\/)/g, '$&\u2060')
}
