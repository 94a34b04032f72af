/**
 * Takes the control characters out of a line of text: nobody can see them, and PostgreSQL can't
 * store the one whose code is 0. A line break or a tab between words becomes a space.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ').replaceAll(/\p{Cc}/gu, '')
}
