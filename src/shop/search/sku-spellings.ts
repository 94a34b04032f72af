/** Characters that are confused in print and handwriting. */
const alike = ['0o', '1il', '2z', '5s', '8b']
const LONGEST = 24
const SHORTEST = 4
// Each ambiguous character doubles the spellings.
const MAX_ALIKE = 6
const MAX_WORDS = 3

export function skuLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** A SKU in letters and digits, one for all that differ by signs, leading zeros, case or a decimal `.0`. */
export function sameSkuSpellings(sku: string): string[] {
  const letters = skuLetters(sku.replace(/(\d)\.0+$/, '$1'))
  const start = letters.search(/\d/)
  const number = start < 0 ? '' : letters.slice(start)
  const after = number.replace(/^0+/, '')
  if (after === '') return [letters]
  const zeros = Math.max(number.length - after.length, 4)
  return Array.from({ length: zeros + 1 }, (_, count) => letters.slice(0, start) + '0'.repeat(count) + after)
}

/**
 * Returns the likely spellings of a searched SKU, most likely first, in letters and digits only; none
 * if the search is no SKU. `fw 1o13` gives `fw1013`, and variants for doubled and swapped keys.
 */
export function skuSpellings(text: string): string[] {
  const words = text.trim().split(/\s+/)
  const typed = skuLetters(text)
  if (words.length > MAX_WORDS || typed.length < SHORTEST || typed.length > LONGEST) return []
  if (!/[a-z]/.test(typed) || !/[\dilos]/.test(typed)) return []
  return [...new Set([typed, ...swapped(typed), ...transposed(typed), ...shortened(typed)])]
}

/** All spellings with characters that look alike, digits for letters and the fewest changes first. */
function swapped(typed: string): string[] {
  const indexes = [...typed].flatMap((letter, index) => (likeOf(letter) ? [index] : []))
  if (indexes.length > MAX_ALIKE) return []
  let spellings = [{ text: typed, cost: 0 }]
  for (const index of indexes) {
    const others = [...(likeOf(typed.charAt(index)) ?? '')]
    const more = spellings.flatMap(({ text, cost }) =>
      others
        .filter((other) => other !== text.charAt(index))
        .map((other) => ({
          text: text.slice(0, index) + other + text.slice(index + 1),
          // A letter in a number is the usual error.
          cost: cost + (/\d/.test(other) ? 2 : 3),
        })),
    )
    spellings = [...spellings, ...more]
  }
  return spellings.sort((a, b) => a.cost - b.cost).map(({ text }) => text)
}

function likeOf(letter: string): string | undefined {
  return alike.find((letters) => letters.includes(letter))
}

/** Two swapped neighbouring keys. */
function transposed(typed: string): string[] {
  return [...typed.slice(1)].map(
    (letter, index) => typed.slice(0, index) + letter + typed.charAt(index) + typed.slice(index + 2),
  )
}

/** One key too many. */
function shortened(typed: string): string[] {
  return [...typed].map((_, index) => typed.slice(0, index) + typed.slice(index + 1))
}
