/**
 * Prepares user input for a mail: one line of at most `longest` characters. Invisible joiners inside
 * URLs and e-mail addresses keep mail clients from turning them into links.
 */
export function userText(text: string, longest = 100): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const short = [...line].length > longest ? `${[...line].slice(0, longest - 1).join('')}…` : line
  return short.replaceAll(/[.@](?=\w)|:(?=\/\/)/g, '$&\u2060')
}
