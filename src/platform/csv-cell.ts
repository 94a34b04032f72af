// Invisible characters, which spreadsheets skip, and what begins a formula or a command.
const FORMULA = /^(?:[\t\r\n]|[\p{Cf}\s]*[=+\-@|＝＋－＠｜])/u

/** The text of a CSV cell, with an apostrophe in front if a spreadsheet could take it for a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}
