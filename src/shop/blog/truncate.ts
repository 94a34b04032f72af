/**
 * At most `limit` characters of a text, with an ellipsis where something was left out. A character
 * outside Unicode's first plane counts as one and is never split.
 */
export function cutText(text: string, limit: number): string {
  const characters = Array.from(text)
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`
}

/** The same, but a word that the limit would split is left out whole. */
export function cutToWords(text: string, limit: number): string {
  const cut = cutText(text, limit)
  return cut === text ? text : cut.replace(/\s+\S*…$/, '…')
}
