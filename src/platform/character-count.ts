/**
 * How many characters a text has, counted in Unicode code points, as PostgreSQL's char_length
 * counts them: 🔨 is one, where JavaScript's own length says two.
 */
export function characterCount(text: string): number {
  return Array.from(text).length
}
