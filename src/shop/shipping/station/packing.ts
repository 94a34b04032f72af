import { onlySome } from '#shop/pieces/pieces.ts'
import type { PackingOrder } from '#shop/shipping/shipping-client.ts'

export type ScannedLine = Pick<
  PackingOrder['lines'][number],
  '_id' | 'sku' | 'productName' | 'codes' | 'open'
>

/** What one scan put into the shipment. */
export type Scan = { lineId: string; pieces: number }

type Refused = { refused: string }

/** How a typed or scanned text is read. */
export type ScanRules = {
  lines: readonly ScannedLine[]
  scans: readonly Scan[]
  /** The line that the keys act on. */
  marked: string | null
  /** Whether a scan packs all of its line, instead of a piece. */
  wholeLines: boolean
}

export function piecesIn(scans: readonly Scan[], lineId: string): number {
  return scans.reduce((sum, scan) => (scan.lineId === lineId ? sum + scan.pieces : sum), 0)
}

export function isComplete(lines: readonly ScannedLine[], scans: readonly Scan[]): boolean {
  return lines.every(({ _id, open }) => piecesIn(scans, _id) === open)
}

/**
 * Reads the text of a scanner or of the keyboard: a SKU or GTIN for a piece of a tool, `12*SKU` for twelve,
 * `12*` for twelve of the marked line. Refused when it is no tool of this order, or more than is left.
 */
export function readScan(text: string, rules: ScanRules): Scan | Refused {
  const [, count, code = text] = /^(\d{1,9})\s*\*\s*(.*)$/.exec(text.trim()) ?? []
  const matches =
    count !== undefined && code === ''
      ? rules.lines.filter(({ _id }) => _id === rules.marked)
      : rules.lines.filter(({ codes }) => codes.some((lineCode) => sameCode(lineCode, code)))
  const [first] = matches
  if (!first) {
    return {
      refused: code === '' ? 'Choose a line first.' : `${code.trim()} is not in this order.`,
    }
  }
  // A product may be on several lines: the first one with pieces left takes it.
  const line = matches.find((candidate) => leftOf(candidate, rules) > 0) ?? first
  const left = leftOf(line, rules)
  const pieces = count !== undefined ? Number(count) : rules.wholeLines ? Math.max(left, 1) : 1
  if (pieces < 1) return { refused: 'Type at least one piece.' }
  if (pieces <= left) return { lineId: line._id, pieces }
  const name = `${line.sku} ${line.productName}`
  return {
    refused:
      left === 0
        ? `All ${line.open} of ${name} are packed already.`
        : `${onlySome(left, name)} ${left === 1 ? 'is' : 'are'} left.`,
  }
}

/** Returns the scan that packs the rest of a line; null when nothing is left of it. */
export function restOf(rules: ScanRules, lineId: string | null): Scan | null {
  const line = rules.lines.find(({ _id }) => _id === lineId)
  const pieces = line ? leftOf(line, rules) : 0
  return line && pieces > 0 ? { lineId: line._id, pieces } : null
}

/** Returns whether a text is a code of one of these lines, such as a tool that was scanned twice. */
export function isTool(text: string, lines: readonly ScannedLine[]): boolean {
  const [, , code = text] = /^(\d{1,9})\s*\*\s*(.*)$/.exec(text.trim()) ?? []
  return lines.some(({ codes }) => codes.some((lineCode) => sameCode(lineCode, code)))
}

function leftOf({ _id, open }: ScannedLine, { scans }: ScanRules): number {
  return open - piecesIn(scans, _id)
}

/** Scanners read 12 digits as 13 with a zero, and SKUs have no small letters. */
function sameCode(a: string, b: string): boolean {
  return normal(a) === normal(b)
}

function normal(code: string): string {
  const plain = code.trim().toUpperCase()
  return /^\d{8,14}$/.test(plain) ? plain.replace(/^0+/, '') : plain
}
