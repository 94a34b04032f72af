import { sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'

/** How strongly a statement locks the rows of a table; an insert locks none that others could have. */
type Mode = 'key share' | 'share' | 'no key update' | 'update'
type Lock = { table: string; mode: Mode }
/** Foreign keys: the tables that rows of a table refer to. */
type References = Map<string, Set<string>>

/** The pairs of row locks that wait for each other (PostgreSQL, 13.3.2). */
const CONFLICTS: Record<Mode, Mode[]> = {
  'key share': ['update'],
  share: ['no key update', 'update'],
  'no key update': ['share', 'no key update', 'update'],
  update: ['key share', 'share', 'no key update', 'update'],
}

/**
 * Records which tables' rows each transaction of this process locks, in order, until `stop` returns the
 * sequences. Locks by foreign keys count, of triggers they do not.
 */
export async function recordLocks(db: Db): Promise<{ stop: () => Lock[][] }> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint where contype = 'f'`.execute(db)
  const references: References = new Map()
  for (const { child, parent } of rows) {
    references.set(child, (references.get(child) ?? new Set()).add(parent))
  }
  const open = new WeakMap<object, Lock[]>()
  const sequences = new Map<string, Lock[]>()
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: object,
    ...args: unknown[]
  ) {
    const [asked] = args
    const text = typeof asked === 'string' ? asked : String(Object(asked).text ?? '')
    if (/^\s*(begin|start transaction)/i.test(text)) open.set(this, [])
    if (/^\s*(commit|rollback)\b(?! to)/i.test(text)) open.delete(this)
    const locks = open.get(this)
    if (locks) {
      for (const lock of locksOf(text, references)) {
        if (!locks.some((held) => held.table === lock.table && isAtLeast(held.mode, lock.mode))) {
          locks.push(lock)
        }
      }
      sequences.set(JSON.stringify(locks), locks)
    }
    return query.apply(this, args)
  } as never)
  return {
    stop: () => {
      spy.mockRestore()
      return [...sequences.values()]
    },
  }
}

const strengths: Mode[] = ['key share', 'share', 'no key update', 'update']
const isAtLeast = (a: Mode, b: Mode) => strengths.indexOf(a) >= strengths.indexOf(b)

/** Returns the row locks of a statement, in the order of its text. */
export function locksOf(text: string, references: References): Lock[] {
  const plain = text.replaceAll(/--.*$/gm, '').replaceAll('"', '').toLowerCase()
  const found: (Lock & { at: number })[] = []
  const keysOf = (table: string, at: number) => {
    for (const parent of references.get(table) ?? []) {
      found.push({ table: parent, mode: 'key share', at })
    }
  }
  for (const { 1: table = '', index } of plain.matchAll(/\binsert into (\w+)/g)) keysOf(table, index)
  for (const { 1: table = '', index } of plain.matchAll(/\bupdate (\w+)(?: as \w+)?\s+set\b/g)) {
    found.push({ table, mode: 'no key update', at: index })
  }
  for (const { 1: table = '', index } of plain.matchAll(/\bdelete from (\w+)/g)) {
    found.push({ table, mode: 'update', at: index })
  }
  for (const match of plain.matchAll(/\bfor (key share|share|no key update|update)\b/g)) {
    for (const [, table = ''] of scopeBefore(plain, match.index).matchAll(/\b(?:from|join) (\w+)/g)) {
      found.push({ table, mode: match[1] as Mode, at: match.index })
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ table, mode }) => ({ table, mode }))
}

/** Returns the query that ends here, without the queries inside it. */
function scopeBefore(text: string, end: number): string {
  let scope = text.slice(0, end)
  for (let before = ''; before !== scope; ) {
    before = scope
    scope = scope.replaceAll(/\([^()]*\)/g, ' ')
  }
  return scope.slice(scope.lastIndexOf('(') + 1)
}

/** What a transaction holds while it waits for another lock, with all that it had locked before. */
type Wait = { held: Lock; wanted: Lock; before: Lock[]; locks: Lock[] }

/**
 * Returns a circle of up to three transactions of which each may wait for the next one, as text; null when
 * there is none.
 */
export function findCircle(sequences: Lock[][]): string | null {
  const waits = new Map<string, Wait>()
  for (const locks of sequences) {
    for (const [at, wanted] of locks.entries()) {
      const before = locks.slice(0, at)
      for (const held of before) {
        if (held.table === wanted.table) continue
        waits.set(JSON.stringify([held, wanted, before]), { held, wanted, before, locks })
      }
    }
  }
  const byHeld = Map.groupBy(waits.values(), ({ held }) => held.table)
  const nextOf = ({ wanted }: Wait) =>
    (byHeld.get(wanted.table) ?? []).filter(({ held }) => isConflict(held, wanted))
  const extend = (circle: Wait[]): Wait[] | null => {
    const [first, last] = [circle[0], circle.at(-1)]
    if (!first || !last) return null
    for (const next of nextOf(last)) {
      if (circle.length > 1 && next === first) return circle
      const isPossible = circle.every((wait) => wait !== next && !areApart(wait, next))
      if (circle.length === MAX_CIRCLE || !isPossible) continue
      const found = extend([...circle, next])
      if (found) return found
    }
    return null
  }
  for (const wait of waits.values()) {
    const circle = extend([wait])
    if (circle) return circle.map(({ locks }) => textOf(locks)).join('\nagainst\n')
  }
  return null
}

const MAX_CIRCLE = 3

const isConflict = (one: Lock, other: Lock) =>
  one.table === other.table && CONFLICTS[one.mode].includes(other.mode)

/** Whether two transactions can't both hold what they hold. */
function areApart(one: Wait, other: Wait): boolean {
  return one.before.some((lock) => other.before.some((held) => isConflict(lock, held)))
}

const textOf = (locks: Lock[]) => locks.map(({ table, mode }) => `${table} (${mode})`).join(' → ')
