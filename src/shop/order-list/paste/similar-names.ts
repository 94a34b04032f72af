import { findSkus } from './pasted-sku.ts'

// Words of a request that are no part of a product.
const COURTESY =
  /^(?:please|pls|thanks|thank|you|thx|and|und|the|of|for|to|we|i|me|us|need|want|would|like|also|plus|send|add|order|item|sku|art|article|artikel|part|product|tool|tools|no|nr|number|code|pos|bitte|wir|brauchen|danke)$/

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether two names share a word of at least three letters, in about the same spelling. */
export function sharesWord(name: string, other: string): boolean {
  const tellings = (text: string) => wordsOf(text).filter((word) => /\p{L}{3}/u.test(word))
  return tellings(name).some((word) => tellings(other).some((other) => isSimilar(word, other)))
}

/** Whether most pairs of letters stand in both texts. */
export function isSimilar(some: string, other: string): boolean {
  const isStart = Math.min(some.length, other.length) > 2
  if (isStart && (other.startsWith(some) || some.startsWith(other))) return true
  const pairs = (text: string) => [...text].slice(1).map((letter, at) => text[at] + letter)
  const [first, second] = [pairs(some), pairs(other)]
  return (
    (2 * first.filter((pair) => second.includes(pair)).length) / (first.length + second.length) >
    0.65
  )
}

/** Whether a text says more than a SKU and words of the product's name: `FW-1013 none`. */
export function saysMore(text: string, productName: string): boolean {
  const rest = findSkus(text).reduceRight(
    (text, { index, length }) => `${text.slice(0, index)} ${text.slice(index + length)}`,
    text,
  )
  const own = wordsOf(productName)
  return wordsOf(rest).some(
    (word) =>
      !COURTESY.test(word) && !own.some((other) => other === word || isSimilar(other, word)),
  )
}
