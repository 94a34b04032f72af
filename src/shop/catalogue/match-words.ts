// A run of letters or of digits, so that `13mm` matches `13 mm`.
const WORD = /\p{L}[\p{L}\p{M}]*|\d+/gu

/**
 * Returns the words to search for in a product's name as a buyer wrote it, in lower case and in the
 * singular: `Claw hammers, 450g` becomes claw, hammer, 450, g.
 */
export function matchWords(name: string): string[] {
  const words = name.toLowerCase().match(WORD) ?? []
  return [...new Set(words.map(singular))].slice(0, MOST_WORDS)
}

const MOST_WORDS = 12

function singular(word: string): string {
  if (word.length < 5) return word
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) && word !== 'pliers' ? word.slice(0, -1) : word
}
