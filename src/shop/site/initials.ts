/** Returns the first letters of the first and the last word of a name: `JB` of Jane Buyer. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  // By code points: a letter beyond the basic plane has two units.
  return ends
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
