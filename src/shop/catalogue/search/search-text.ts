/** The most characters of a search; the rest is cut. */
export const MAX_SEARCH_LENGTH = 200
/** The most words of a search; more only make it slower. */
export const MAX_TERMS = 16

const NUMBER = String.raw`(?:\d+[ -]\d+\/\d+|\d+\/\d+|\d+(?:[.,]\d+)?)`
const UNIT =
  '(mm|cm|m|in|inch|inches|"|ft|kg|g|lb|lbs|nm|n·m|v|w|kw|a|ah|bar|psi|l|ml|tpi|rpm|pc|pcs|pieces)'
const SIZES = new RegExp(
  String.raw`(?<![a-z0-9])(${NUMBER}(?:\s*(?:,\s|x|-|to|and|or)\s*${NUMBER})*)\s*${UNIT}(?![a-z0-9])`,
  'g',
)
const BARE = /(?<![a-z0-9])(?:\d+[ -]\d+\/\d+|\d+\/\d+|\d+[.,]\d+)/g
// The same as search_words of the database.
const SEPARATORS = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/
const units: Record<string, string> = {
  inch: 'in',
  inches: 'in',
  '"': 'in',
  lbs: 'lb',
  pc: 'pcs',
  pieces: 'pcs',
  n·m: 'nm',
}

/** A word or a size of a search: `wrench`, `13mm`, `0.5`. */
export type SearchTerm = { text: string; isSize: boolean }

/** Returns a search as it is looked up and counted: one line, cut to 200 characters. */
export function cleanSearch(text: string): { text: string; isCut: boolean } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
  const line = text.toWellFormed().replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
  const characters = [...line.trim()]
  const cut = characters.slice(0, MAX_SEARCH_LENGTH).join('').trim()
  return { text: cut, isCut: characters.length > MAX_SEARCH_LENGTH }
}

/** Returns a text in lower case and without accents, like search_fold of the database. */
export function foldSearch(text: string): string {
  return text
    .replace(/([¼½¾⅛⅜⅝⅞])/g, ' $1')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/⁄/g, '/')
    .replace(/×/g, 'x')
    .replace(/[“”″]/g, '"')
    .replace(/''/g, '"')
}

/** Returns the words and sizes of a search; `13 mm` and `13mm` are one size, `1/2 in` is `0.5in`. */
export function searchTerms(text: string): SearchTerm[] {
  return allTerms(text).slice(0, MAX_TERMS)
}

/** Whether a search has more words than are looked up. */
export function hasTooManyTerms(text: string): boolean {
  return allTerms(text).length > MAX_TERMS
}

function allTerms(text: string): SearchTerm[] {
  const sizes: string[] = []
  const rest = foldSearch(text)
    .replace(SIZES, (_, numbers: string, unit: string) => {
      const found = numbers.match(new RegExp(NUMBER, 'g')) ?? []
      sizes.push(...found.map((number) => numberText(number) + (units[unit] ?? unit)))
      return ' '
    })
    .replace(BARE, (number) => {
      sizes.push(numberText(number))
      return ' '
    })
  const words = rest.split(SEPARATORS).filter((word) => word !== '')
  const terms = [
    ...words.map((word) => ({ text: word.slice(0, 80), isSize: false })),
    ...sizes.map((size) => ({ text: size, isSize: true })),
  ]
  const distinct = new Map(terms.map((term) => [term.text, term]))
  return [...distinct.values()]
}

/** 13 of `13`, 0.5 of `1/2`, 1.5 of `1 1/2` or `1,5`. */
function numberText(given: string): string {
  const [, whole = '0', above, below] = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(given) ?? []
  if (above === undefined) {
    const [digits = '', decimals = ''] = given.replace(',', '.').split('.')
    const trimmed = decimals.replace(/0+$/, '')
    return digits.replace(/^0+(?=\d)/, '') + (trimmed && `.${trimmed}`)
  }
  const value = Number(whole) + Number(above) / Number(below)
  return Number.isFinite(value) ? String(Number(value.toFixed(4))) : given.replace('/', ' ')
}
