/**
 * What a user wrote, for a mail: one short line of plain text. The invisible joiner inside
 * web and e-mail addresses keeps mail programs from making links of it.
 */
export function userText(text: string, longest = 100): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const short = [...line].length > longest ? `${[...line].slice(0, longest - 1).join('')}…` : line
  return short.replaceAll(/[.@](?=\w)|:(?=\/\/)/g, '$&\u2060')
}
