import { readNumber } from '#platform/decimal-mark.ts'

const POLITE =
  "hi|hello|hey|please|pls|plz|kindly|can|could|you|thanks?|thx|send|ship|deliver|i[’']d|we[’']d|we[’']ll|i|we|me|us|need|needs|require|want|would|like|take|order|quote|also|plus|and|then|another|additional|further|more|new|the|of|for|to|get|add|some|each|ea|bitte|wir|brauchen|benötigen|danke|und|list|sku|item|art|article|artikel|part|product|tools?"

/** The words at the beginning of a text that are no part of a product. */
export const COURTESY = new RegExp(`^(?:(?:${POLITE})(?![\\p{L}\\d-])[\\s.:,#-]*)+`, 'iu')
const IS_COURTESY = new RegExp(`^(?:${POLITE}|no|nr|number|code|pos|.)$`, 'iu')

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

export function sharesWord(name: string, other: string): boolean {
  const tellings = (text: string) => wordsOf(text).filter((word) => /\p{L}{3}/u.test(word))
  return tellings(name).some((word) => tellings(other).some((other) => isSimilar(word, other)))
}

export function isSimilar(some: string, other: string): boolean {
  const isStart = Math.min(some.length, other.length) > 2
  if (isStart && (other.startsWith(some) || some.startsWith(other))) return true
  const pairs = (text: string) => [...text].slice(1).map((letter, at) => text[at] + letter)
  const [first, second] = [pairs(some), pairs(other)]
  return (2 * first.filter((pair) => second.includes(pair)).length) / (first.length + second.length) > 0.65
}

/** Whether a text says more than words of the product's name and courtesies. */
export function saysMore(text: string, productName: string): boolean {
  const own = wordsOf(productName)
  return wordsOf(text).some(
    (word) => !IS_COURTESY.test(word) && !own.some((other) => other === word || isSimilar(other, word)),
  )
}

/** Whether a text with a product's whole name has its number only there: `Hex Key Set, 5 pcs` is not 5 sets. */
export function isInNameOnly(quantity: number | null, text: string, productName: string): boolean {
  const joined = (text: string) => ` ${wordsOf(text).join(' ')} `
  if (quantity === null || !joined(text).includes(joined(productName))) return false
  const times = (text: string) =>
    (text.match(/\d+(?:[.,'’]\d+)*/g) ?? []).filter((number) => readNumber(number)?.value === quantity).length
  return times(text) > 0 && times(text) === times(productName)
}
