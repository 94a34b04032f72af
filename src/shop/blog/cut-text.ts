/**
 * At most `limit` characters of a text, with an ellipsis where something was left out. A character
 * outside Unicode's first plane counts as one and is never split.
 */
export function cutText(text: string, limit: number): string {
  const characters = Array.from(text)
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`
}
