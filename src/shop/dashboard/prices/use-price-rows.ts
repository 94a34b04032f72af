import { useEffect, useMemo, useRef, useState } from 'react'
import { RestRefusal, refusalOf, refusalText } from '#platform/http/api/rest-client.ts'
import { apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { createCategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import { targetIn } from '#shop/price-file/compare-price-file.ts'
import {
  countChanges,
  type EditedRow,
  editedRows,
  type PastedRow,
  targetKey,
  withPasted,
} from '#shop/prices/admin/edited-rows.ts'
import type { KnownTools } from '#shop/prices/admin/grid-lines.ts'
import { fetchTools, pricesApi, type Whose } from '#shop/prices/admin/prices-client.ts'
import { readDraft } from '#shop/prices/admin/row-drafts.ts'
import { noTool } from '#shop/prices/check-price-rows.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import type { PriceListRow, RefusedRows } from '#shop/prices/price-list-json.server.ts'
import type { createPriceRowsApi } from '#shop/prices/price-rows-api.server.ts'
import { useReload } from '#web/session-end.ts'

const rowsApi = apiResponses<typeof createPriceRowsApi>()

export type StoredRows = { version: number; rows: PriceListRow[] }

const NO_ERRORS: ReadonlyMap<number, string> = new Map()

type EditedList = {
  listId: string
  stored: StoredRows
  categories: Category[]
  known: KnownTools
  /** Whose prices are shown beside the rows. */
  whose: Whose
}

/** The rows of a list as they are edited: nothing is sent before `save`. */
export function usePriceRows({ listId, stored, categories, known, whose }: EditedList) {
  const { reload } = useReload()
  const [last, setLast] = useState(stored)
  const [rows, setRows] = useState(() => editedRows(stored.rows))
  const [past, setPast] = useState<EditedRow[][]>([])
  const lastTyped = useRef('')
  const [errors, setErrors] = useState(NO_ERRORS)
  const [message, setMessage] = useState<string | null>(null)
  /** The version of another admin that was saved meanwhile. */
  const [other, setOther] = useState<StoredRows | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Whether the prices that are far from the base price were shown. */
  const [isChecked, setChecked] = useState(false)
  const [found, setFound] = useState<KnownTools>(new Map())
  // What is known was read later.
  const tools = useMemo(() => new Map([...found, ...known]), [known, found])
  const paths = useMemo(() => createCategoryPaths(categories), [categories])
  const missing = rows.flatMap(({ target: { sku } }) => (sku && !tools.has(sku) ? [sku] : [])).join('\n')
  useEffect(() => {
    if (missing === '') return
    fetchTools(missing.split('\n'), whose).then(
      (read) => setFound((found) => new Map([...found, ...read])),
      (error) => setMessage(refusalText(error)),
    )
  }, [missing, whose])

  const change = (changed: EditedRow[], typed = '') => {
    // What is typed into one cell is undone at once.
    if (typed === '' || typed !== lastTyped.current) setPast([...past.slice(-99), rows])
    lastTyped.current = typed
    setRows(changed)
    setChecked(false)
    setMessage(null)
  }
  /** What was wrong with the steps of a tool may be right with another one. */
  const forget = ({ target }: EditedRow) => {
    const steps = rows.filter((row) => targetKey(row.target) === targetKey(target))
    const isOther = ([key]: [number, string]) => !steps.some((step) => step.key === key)
    if (errors.size > 0) setErrors(new Map([...errors].filter(isOther)))
  }
  const show = (stored: StoredRows) => {
    setLast(stored)
    setRows(editedRows(stored.rows))
    setPast([])
    setErrors(NO_ERRORS)
    setMessage(null)
    setOther(null)
  }
  const param = { id: listId }
  /** Saves rows in the place of this version; returns what is wrong with them, null if nothing is. */
  const put = async (rows: SentRow[], version: number, checksPrices = false): Promise<RefusedRows | null> => {
    const json = { version, rows, checksPrices }
    const sent = await rowsApi['price-lists'][':id'].rows.$put({ param, json })
    if (sent.status === 422) return sent.json()
    if (!sent.ok) throw await refusalOf(sent)
    show(await sent.json())
    await reload()
    return null
  }
  const save = async (seen = last.version) => {
    if (isBusy) return
    if (rows.some(({ fault }) => fault))
      return setMessage('Nothing was saved. Correct the marked rows first.')
    setBusy(true)
    try {
      const sent = rows.map((row) => readDraft(row, row.target))
      const refused = await put(sent, seen, !isChecked)
      if (!refused) return
      setChecked(refused.code === 'far-prices')
      const named = Map.groupBy(refused.rows ?? [], ({ index }) => rows[index]?.key ?? -1)
      setErrors(new Map([...named].map(([key, errors]) => [key, messagesOf(errors)])))
      setMessage(refused.message)
    } catch (error) {
      setMessage(refusalText(error))
      if (error instanceof RestRefusal && error.code === 'stale-rows') {
        setOther(await pricesApi['price-lists'][':id'].rows.$get({ param }))
      }
    } finally {
      setBusy(false)
    }
  }
  const edit = (edited: EditedRow, part: Partial<EditedRow>, typed?: string) => {
    forget(edited)
    change(
      rows.map((row) => (row.key === edited.key ? { ...row, fault: undefined, ...part } : row)),
      typed,
    )
  }
  const freeKey = () => rows.reduce((most, { key }) => Math.max(most, key), 0) + 1
  const undone = past.at(-1)
  return {
    rows,
    tools,
    categoryName: paths.pathOf,
    errorOf: ({ key, fault, target: { sku } }: EditedRow) =>
      fault ?? errors.get(key) ?? (sku && tools.get(sku) === null ? noTool(sku) : undefined),
    message,
    other,
    isBusy,
    changed: countChanges(rows, last.rows.length),
    type: (row: EditedRow, part: 'name' | 'from' | 'price', text: string) =>
      edit(row, { [part]: text }, `${part} ${row.key}`),
    /** Takes what was typed for the name of a row. */
    rename: (row: EditedRow, name: string) => {
      const target = name.trim() === '' ? {} : targetIn(name.trim(), paths)
      if (targetKey(target) !== targetKey(row.target)) edit(row, { name, target })
    },
    remove: (row: EditedRow) => {
      forget(row)
      change(rows.filter(({ key }) => key !== row.key))
    },
    /** Adds a row before all others, or a step below a row. Returns its key. */
    add: (above?: EditedRow): number => {
      const { name, target } = above ?? { name: '', target: {} }
      const row = { key: freeKey(), name, target, from: above ? '' : '1', price: '' }
      change(rows.toSpliced(above ? rows.indexOf(above) + 1 : 0, 0, row))
      return row.key
    },
    /** Takes pasted rows. Returns the key of the first one to correct. */
    take: (pasted: readonly PastedRow[]) => {
      const merged = withPasted(rows, pasted, freeKey())
      change(merged.rows)
      setErrors(merged.errors)
      return merged.rows.find(({ key }) => merged.errors.has(key))?.key
    },
    undo:
      undone &&
      (() => {
        change(undone)
        setPast(past.slice(0, -1))
        const now = new Set(rows)
        const same = new Set(undone.filter((row) => now.has(row)).map(({ key }) => key))
        setErrors(new Map([...errors].filter(([key]) => same.has(key))))
      }),
    discard: () => show(last),
    save: () => save(),
    /** Saves rows that were made of this version elsewhere. Resolves with why they were refused. */
    saveOthers: async (rows: SentRow[], version: number): Promise<string | null> => {
      try {
        const refused = await put(rows, version)
        return refused && `${refused.message} ${messagesOf(refused.rows?.slice(0, 3) ?? [])}`
      } catch (error) {
        return refusalText(error)
      }
    },
    /** Replaces what another admin has saved by the own rows. */
    saveOver: () => other && save(other.version),
    takeOther: () => other && show(other),
  }
}

export type PriceRowsState = ReturnType<typeof usePriceRows>

function messagesOf(errors: { message: string }[]): string {
  return errors.map(({ message }) => message).join(' ')
}
