import { storageEntry } from '#platform/browser-storage.ts'
import { isSameList, MAX_LINES, MAX_PIECES, type OrderLine, type OrderLines } from './order-list.ts'

/** The list in this browser, and the version of it that the shop has saved. */
export type LocalList = {
  lines: OrderLines
  /** The same object as `lines` when nothing is unsaved. */
  saved: OrderLines
  version: number
}

const NONE: OrderLines = []
export const emptyList: LocalList = { lines: NONE, saved: NONE, version: 0 }

/** The storage entry of a user's list, or of a visitor's (null). */
export function listEntry(userId: string | null) {
  return storageEntry('localStorage', userId === null ? 'orderList' : `orderList ${userId}`)
}

export function readLocalList(userId: string | null): LocalList {
  return parseLocalList(listEntry(userId).read())
}

/** Parses a stored list; anything else counts as empty. */
function parseLocalList(text: string | null): LocalList {
  if (text === null) return emptyList
  try {
    const stored = Object(JSON.parse(text))
    const lines = readLines(stored.lines)
    const saved = readLines(stored.saved)
    const version = Number.isSafeInteger(stored.version) ? Number(stored.version) : 0
    return { lines, saved: isSameList(lines, saved) ? lines : saved, version }
  } catch {
    return emptyList
  }
}

function readLines(stored: unknown): OrderLines {
  if (!Array.isArray(stored)) return NONE
  return stored.filter(isLine).slice(0, MAX_LINES)
}

function isLine(value: unknown): value is OrderLine {
  const { productId, quantity } = Object(value)
  return typeof productId === 'string' && Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_PIECES
}
