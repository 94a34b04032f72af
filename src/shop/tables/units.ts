/** What one of a unit is: pieces, or null for an unknown number of them. */
export type Unit = { pieces: number | null; label: string }

const PIECES =
  'pcs?|pces?|pieces?|ea|each|items?|units?|unit\\(s\\)|no|nos|off|st|stk|stck|stücke?|stuecke?|c62|h87|u|un|uds?|unidad(?:es)?|unité(?:s)?|pz|pzas?|pieza(?:s)?|pièces?|x'

/** Packages, whose number of pieces the text may give. */
const PACKAGE =
  '(?:box(?:es)?|bx|cartons?|ctn?|kartons?|kar|packs?|packets?|packages?|packung(?:en)?|pak|pk|pkt|pallets?|paletten?|crates?|kisten?|cases?|cs|bags?|beutel|vpe|ve|gebinde|cajas?|boîtes?|paquetes?|paquets?)'

const COUNTED: [unit: string, pieces: number][] = [
  ['c|hd|hundreds?|hundert|cien|cent|cto', 100],
  ['mil|thousands?|tausend|tsd|k', 1000],
  ['dz|dzn|doz|dozens?|dutzend|docenas?|douzaines?', 12],
  ['gross|gro|grs', 144],
  ['pr|prs|pairs?|paare?|pares|par(?!\\s+\\p{L})|paires?', 2],
]
const OF = '(?:of|à|a|of\\s+a|von|de|/|x|-)'
const TIMES = '(?:[x×*]|(?<=\\s)[x×*]\\s+)\\d{1,5}(?![\\d.,]*\\d)'

/** What may stand behind a number: pieces, a package of any number of them, a dozen, or times. */
export const UNIT = `(?:${TIMES}|${PACKAGE}(?:\\.?\\s*${OF}?\\s*\\d{1,5}(?:\\s*(?:pcs|pieces|stk))?)?|${PIECES}|${COUNTED.map(([words]) => words).join('|')})`

const whole = (pattern: string) => new RegExp(`^(?:${pattern})\\.?$`, 'iu')
const IS_PIECES = whole(PIECES)
const IS_COUNTED = COUNTED.map(([words, pieces]) => [whole(words), pieces] as const)
const IS_PACK = whole(PACKAGE)
const IS_PACKAGE = whole(`${PACKAGE}|sets?|kits?|rolls?`)
const IS_TIMES = whole('[x×*]\\s*\\d{1,5}')
const PACK_OF = whole(`${PACKAGE}\\.?\\s*${OF}?\\s*(\\d{1,5})\\s*(?:pcs|pieces|stk|ea)?`)
const MANY = whole(`(?:(?:in|en|per|je|pro|par|por|à)\\s+)?(\\d{1,5})\\s*(?:${PIECES})?`)
const OF_PACK = whole(`(\\d{1,5})\\s*(?:er|/|-|x|per|pcs/)?[\\s-]*${PACKAGE}`)

/** Reads a unit, `pcs`, `C`, `PK10`; null for pieces. */
export function unitOf(written: string): Unit | null {
  const text = written.trim()
  if (text === '' || IS_PIECES.test(text)) return null
  if (IS_TIMES.test(text)) {
    const pieces = Number(text.replace(/\D/g, ''))
    return { pieces, label: `× ${pieces}` }
  }
  const [, many] = MANY.exec(text) ?? []
  if (many !== undefined) return many === '1' ? null : { pieces: Number(many), label: `× ${Number(many)}` }
  const [, count = OF_PACK.exec(text)?.[1]] = PACK_OF.exec(text) ?? []
  if (count !== undefined) return { pieces: Number(count), label: `packs of ${Number(count)}` }
  const [, pieces = null] = IS_COUNTED.find(([unit]) => unit.test(text)) ?? []
  return { pieces, label: pieces === null ? `“${text}”` : `“${text}” of ${pieces}` }
}

/** Whether a cell is nothing but a unit, such as `EA`, `BOX` or `C`. */
export function isUnit(cell: string): boolean {
  const unit = unitOf(cell)
  return (
    /\p{L}/u.test(cell) &&
    !MANY.test(cell) &&
    !/^x$/i.test(cell) &&
    (unit === null || unit.pieces !== null || IS_PACKAGE.test(cell))
  )
}

/** Whether a cell names packages of one or more pieces, `KAR`, `PK10`. */
export const isPackage = (cell: string): boolean =>
  /\p{L}/u.test(cell) && [IS_PACK, PACK_OF, OF_PACK].some((words) => words.test(cell.trim()))

export function unitQuestion(count: number, { pieces, label }: Unit): string {
  const text = count.toLocaleString('en-US')
  if (pieces === null) return `${text} ${label}: how many pieces?`
  return `${text} ${label} = ${(count * pieces).toLocaleString('en-US')} pieces?`
}
