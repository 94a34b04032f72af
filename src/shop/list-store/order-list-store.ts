import { useSyncExternalStore } from 'react'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { showToast } from '#ui/toast.ts'
import {
  addToList,
  isSameList,
  mergeLists,
  type OrderLines,
  type QuantityBounds,
  quantityOf,
  rebaseList,
  removeLine,
  withoutRoom,
} from './order-list.ts'
import type { createOrderListApi } from './order-list-api.server.ts'
import type { SavedList } from './order-list-json.ts'
import { emptyList, type LocalList, listEntry, readLocalList } from './stored-list.ts'

const savedList = apiClient<typeof createOrderListApi>()['order-list']
const fetchList = () => savedList.$get()

const NO_LINES: OrderLines = []
const SAVE_DELAY_MS = 400

/** The user whose list this tab shows, null for a visitor; undefined before `openList`. */
let listUserId: string | null | undefined
let list: LocalList = emptyList
/** Whether the shop saves nothing, because an admin sees it as a customer. */
let isReadOnly = false
/** Whether an empty list is empty: a user's may still be at the shop. */
let isKnown = false
let timer: ReturnType<typeof setTimeout> | undefined
let saving: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Returns the lines of the order list; empty during server rendering and hydration. */
export function useOrderList(): OrderLines {
  return useSyncExternalStore(listen, currentLines, () => NO_LINES)
}

/** Returns whether the list was read, so that an empty one is empty. */
export function useIsListKnown(): boolean {
  return useSyncExternalStore(
    listen,
    () => isKnown,
    () => false,
  )
}

export function useQuantityOnList(productId: string): number {
  return useSyncExternalStore(
    listen,
    () => quantityOf(list.lines, productId),
    () => 0,
  )
}

export const currentLines = (): OrderLines => list.lines

/** Changes the list; for a user, the shop saves it a moment later. False for a list that stays as it is. */
export function changeList(change: (lines: OrderLines) => OrderLines): boolean {
  const lines = change(list.lines)
  if (lines === list.lines) return true
  if (isReadOnly) void showToast('error', 'Seen as a customer, nothing is saved.')
  else {
    show({ ...list, lines })
    saveSoon()
  }
  return !isReadOnly
}

/** Adds pieces of a product to the list. Returns a note for the buyer, or null. */
export function addPieces(
  product: { _id: string } & QuantityBounds,
  quantity = product.minQuantity,
): string | null {
  const { lines, note } = addToList(list.lines, product, quantity)
  return changeList(() => lines) ? note : ''
}

/** Saves what is unsaved, and returns the shop's version; null when another device's changes are shown. */
export async function saveForPlacing(): Promise<number | null> {
  const { lines } = list
  if (list.lines !== list.saved) await saveList()
  return isSameList(list.lines, lines) ? list.version : null
}

/** Takes the lines off the list that were placed with this version of it. */
export function takePlaced(placed: OrderLines, version: number): void {
  if (listUserId && list.version === version) show({ ...list, version: version + 1 })
  changeList((lines) => placed.reduce((rest, line) => removeLine(rest, line.productId), lines))
}

/** Shows the list of a user, or that of a visitor (null). */
export function openList(userId: string | null, onlyReads = false): void {
  isReadOnly = onlyReads
  if (listUserId !== undefined && listUserId !== userId) leaveList()
  listUserId = userId
  list = readLocalList(listUserId)
  isKnown = userId === null || list.lines.length > 0
  notify()
  void refreshList().finally(() => {
    isKnown = true
    notify()
  })
}

/** Reads the list, as another device may have changed it, and adds lines from before login; failing keeps it. */
export async function refreshList(): Promise<void> {
  if (!listUserId || saving !== null) return
  const requestedFor = listUserId
  const saved = await fetchList().catch(() => null)
  if (!saved || listUserId !== requestedFor) return
  if (saved.version >= list.version) receive(saved)
  const asVisitor = readLocalList(null)
  if (asVisitor.lines.length > 0 && !isReadOnly) {
    changeList((lines) => mergeLists(lines, asVisitor.lines))
    // Lines beyond the limit stay in the visitor's list and reappear after logging out.
    const left = withoutRoom(list.lines, asVisitor.lines)
    if (left.length === 0) listEntry(null).clear()
    else listEntry(null).write(JSON.stringify({ ...emptyList, lines: left }))
  } else if (list.lines !== list.saved) saveSoon()
}

/** Clears the browser's copy of the user's list, unless it has unsaved changes. */
function leaveList(): void {
  clearTimeout(timer)
  if (listUserId && list.lines === list.saved) listEntry(listUserId).clear()
}

function receive({ lines, version }: SavedList): void {
  const isUnchanged = list.lines === list.saved
  const rebased = isUnchanged ? lines : rebaseList(list.saved, list.lines, lines)
  show({ lines: rebased, saved: lines, version })
}

function saveSoon(): void {
  if (!listUserId) return
  clearTimeout(timer)
  timer = setTimeout(() => void saveList(), SAVE_DELAY_MS)
}

/** Saves the list now; returns when the shop has it, or could not be reached. */
function saveList(): Promise<void> {
  clearTimeout(timer)
  saving ??= save().finally(() => {
    saving = null
    if (list.lines !== list.saved && !hasFailed) saveSoon()
  })
  return saving
}

let hasFailed = false

async function save(): Promise<void> {
  const savedFor = listUserId
  const { lines, version } = list
  hasFailed = false
  if (!savedFor || lines === list.saved) return
  try {
    const saved = await savedList.$put({ json: { lines: [...lines], version } })
    if (listUserId !== savedFor) return
    // Lines that changed meanwhile are saved next.
    const isUnchanged = list.lines === lines
    const now = isUnchanged ? saved.lines : list.lines
    show({ lines: now, saved: isUnchanged ? now : saved.lines, version: saved.version })
  } catch (error) {
    const isChanged = error instanceof RestRefusal && error.status === 409
    const theirs = isChanged ? await fetchList().catch(() => null) : null
    // Without an answer, the list stays in this browser and is saved with the next change.
    if (!theirs) hasFailed = true
    else if (listUserId === savedFor) receive(theirs)
  }
}

function show(next: LocalList): void {
  list = next
  if (listUserId !== undefined) listEntry(listUserId).write(JSON.stringify(next))
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) addEventListener('storage', followOtherTabs)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (listUserId === undefined || key !== listEntry(listUserId).key) return
  // The user signed out in the other tab, not in this one.
  if (listUserId !== null && newValue === null) return
  list = readLocalList(listUserId)
  notify()
}
