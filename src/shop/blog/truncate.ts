/**
 * Truncates a text to `limit` characters, with an ellipsis if anything was removed. Counts code
 * points and never splits one.
 */
export function truncate(text: string, limit: number): string {
  const characters = Array.from(text)
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`
}

/** Like `truncate`, but removes a word that the limit would split. */
export function truncateToWords(text: string, limit: number): string {
  const cut = truncate(text, limit)
  return cut === text ? text : cut.replace(/\s+\S*…$/, '…')
}
