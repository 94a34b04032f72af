/** Returns a search as a text for LIKE, in lower case, without its wildcards. */
export function likeText(search: string): string {
  return search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
}
