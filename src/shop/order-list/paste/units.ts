/** What one of a unit is: pieces, or null for an unknown number of them. */
export type Unit = { pieces: number | null; label: string }

const PIECES =
  /^(?:pcs?|pces?|pieces?|ea|each|items?|units?|unit\(s\)|no|nos|off|st|stk|stck|stücke?|stuecke?|c62|h87|u|un|uds?|unidad(?:es)?|unité(?:s)?|pz|pzas?|pieza(?:s)?|pièces?|x)\.?$/i

/** Packages, whose number of pieces the text may give. */
export const PACKAGE =
  '(?:box(?:es)?|bx|cartons?|ctn|kartons?|kar|packs?|packets?|packages?|packung(?:en)?|pak|pk|pkt|pallets?|paletten?|crates?|kisten?|cases?|cs|bags?|beutel|vpe|ve|gebinde|cajas?|boîtes?|paquetes?|paquets?)'

/** Units of a known number of pieces, the longest words first. */
const COUNTED: [unit: RegExp, pieces: number][] = [
  [/^(?:c|hd|hundreds?|hundert|cien|cent|cto)\.?$/i, 100],
  [/^(?:mil|thousands?|tausend|tsd|k)\.?$/i, 1000],
  [/^(?:dz|dzn|doz|dozens?|dutzend|docenas?|douzaines?)\.?$/i, 12],
  [/^(?:gross|gro|grs)\.?$/i, 144],
  [/^(?:pr|prs|pairs?|paare?|par(?:es)?|paires?)\.?$/i, 2],
]
const PACK_OF = new RegExp(
  `^${PACKAGE}\\.?\\s*(?:of|à|a|of\\s+a|von|de|/|x|-)?\\s*(\\d{1,5})\\s*(?:pcs|pieces|stk|ea)?\\.?$`,
  'i',
)
const OF_PACK = new RegExp(`^(\\d{1,5})\\s*(?:er|/|-|x|per|pcs/)?[\\s-]*${PACKAGE}\\.?$`, 'i')

const IS_PACKAGE = new RegExp(`^(?:${PACKAGE}|sets?|kits?|rolls?)\\.?$`, 'i')

/** Reads a unit, `pcs`, `C`, `PK10`; null for pieces. */
export function unitOf(written: string): Unit | null {
  const text = written.trim()
  if (text === '' || PIECES.test(text)) return null
  const [, count = OF_PACK.exec(text)?.[1]] = PACK_OF.exec(text) ?? []
  if (count !== undefined) return { pieces: Number(count), label: `packs of ${Number(count)}` }
  const [, pieces = null] = COUNTED.find(([unit]) => unit.test(text)) ?? []
  return { pieces, label: pieces === null ? `“${text}”` : `“${text}” of ${pieces}` }
}

/** Whether a cell is nothing but a unit, such as `EA`, `BOX` or `C`. */
export function isUnit(cell: string): boolean {
  const unit = unitOf(cell)
  return (
    /\p{L}/u.test(cell) &&
    !/^x$/i.test(cell) &&
    (unit === null || unit.pieces !== null || IS_PACKAGE.test(cell))
  )
}

/** Returns the question about a quantity in other units than pieces. */
export function unitQuestion(count: number, { pieces, label }: Unit): string {
  const text = count.toLocaleString('en-US')
  if (pieces === null) return `${text} ${label}: how many pieces?`
  return `${text} ${label} = ${(count * pieces).toLocaleString('en-US')} pieces?`
}
