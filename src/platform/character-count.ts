/**
 * Counts Unicode code points, like PostgreSQL's char_length: 🔨 is one character, although its
 * JavaScript length is two.
 */
export function characterCount(text: string): number {
  return Array.from(text).length
}
