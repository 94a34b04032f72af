import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { RestRefusal, refusalOf, refusalText } from '#platform/http/api/rest-client.ts'
import { apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import {
  countChanges,
  type EditedRow,
  editedRows,
  isEditedRow,
  type PastedRow,
  targetKey,
  withPasted,
} from '#shop/prices/admin/edited-rows.ts'
import type { KnownTools } from '#shop/prices/admin/grid-lines.ts'
import { fetchTools, pricesApi, type Whose } from '#shop/prices/admin/prices-client.ts'
import { createTargets, type NamedCategory, readDraft } from '#shop/prices/admin/row-drafts.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import type { PriceListRow, RefusedRows } from '#shop/prices/price-list-json.server.ts'
import type { createPriceRowsApi } from '#shop/prices/price-rows-api.server.ts'
import { useDraftState } from '#web/drafts/use-draft.ts'
import { useReload } from '#web/session-end.ts'

const rowsApi = apiResponses<typeof createPriceRowsApi>()

export type StoredRows = { version: number; rows: PriceListRow[] }

/** The rows as they are edited, of which version, and how many that had. */
type Edited = { version: number; stored: number; rows: EditedRow[] }

const NO_ERRORS: ReadonlyMap<number, string> = new Map()

type EditedList = {
  listId: string
  stored: StoredRows
  categories: readonly NamedCategory[]
  known: KnownTools
  /** Whose prices are shown beside the rows. */
  whose: Whose
}

/** The rows of a list as they are edited: nothing is sent before `save`. */
export function usePriceRows({ listId, stored, categories, known, whose }: EditedList) {
  const [edited, setEdited, settle] = useDraftState('prices', () => editedOf(stored), readEdited)
  const { rows, version } = edited
  const { reload } = useReload()
  const [last, setLast] = useState(stored)
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
  const tools = useMemo(() => new Map([...known, ...found]), [known, found])
  const targetOf = useMemo(() => createTargets(categories), [categories])

  const lookUp = useCallback(
    async (skus: readonly string[]) => {
      const read = await fetchTools(skus, whose)
      setFound((found) => new Map([...found, ...read]))
    },
    [whose],
  )
  const missing = rows
    .flatMap(({ target: { sku } }) => (sku && !tools.has(sku) ? [sku] : []))
    .join()
  useEffect(() => {
    if (missing !== '') lookUp(missing.split(',')).catch((error) => setMessage(refusalText(error)))
  }, [missing, lookUp])

  const change = (changed: EditedRow[], typed = '') => {
    // What is typed into one cell is undone at once.
    if (typed === '' || typed !== lastTyped.current) setPast([...past.slice(-99), rows])
    lastTyped.current = typed
    setEdited({ ...edited, rows: changed })
    setChecked(false)
    setMessage(null)
  }
  const show = (stored: StoredRows) => {
    settle(editedOf(stored))
    setLast(stored)
    setPast([])
    setErrors(NO_ERRORS)
    setMessage(null)
    setOther(null)
  }
  const param = { id: listId }
  /** Saves rows in the place of this version; returns what is wrong with them, null if nothing is. */
  const put = async (
    rows: SentRow[],
    version: number,
    checksPrices = false,
  ): Promise<RefusedRows | null> => {
    const json = { version, rows, checksPrices }
    const sent = await rowsApi['price-lists'][':id'].rows.$put({ param, json })
    if (sent.status === 422) return sent.json()
    if (!sent.ok) throw await refusalOf(sent)
    show(await sent.json())
    // What is paid now is another price.
    setFound(new Map())
    await reload()
    return null
  }
  const save = async (seen = version) => {
    if (isBusy) return
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
  const edit = (key: number, part: Partial<EditedRow>, typed?: string) => {
    if (errors.has(key)) setErrors(new Map([...errors].filter(([other]) => other !== key)))
    change(
      rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
      typed,
    )
  }
  const freeKey = () => rows.reduce((most, { key }) => Math.max(most, key), 0) + 1
  return {
    rows,
    tools,
    targetOf,
    errorOf: ({ key, target: { sku } }: EditedRow) =>
      errors.get(key) ?? (sku && tools.get(sku) === null ? `There is no tool ${sku}.` : undefined),
    message,
    other,
    isBusy,
    changed: countChanges(rows, edited.stored),
    lookUp,
    type: (key: number, part: 'name' | 'from' | 'price', text: string) =>
      edit(key, { [part]: text }, `${part} ${key}`),
    /** Takes what was typed for the name of a row. */
    rename: ({ key, target: before }: EditedRow, name: string) => {
      const target = targetOf(name)
      if (targetKey(target) !== targetKey(before)) edit(key, { name, target })
    },
    remove: (key: number) => {
      change(rows.filter((row) => row.key !== key))
      // Another row may get its key.
      setErrors(new Map([...errors].filter(([other]) => other !== key)))
    },
    /** Adds a row for what a text names, before all others. Returns its key. */
    add: (name: string): number => {
      const row = { key: freeKey(), name, target: targetOf(name), from: '1', price: '' }
      change([row, ...rows])
      return row.key
    },
    /** Adds a step below a row. */
    addStep: ({ key, name, target }: EditedRow): number => {
      const at = rows.findIndex((row) => row.key === key) + 1
      const step = { key: freeKey(), name, target, from: '', price: '' }
      change(rows.toSpliced(at, 0, step))
      return step.key
    },
    /** Takes pasted rows. Returns the key of the first one to correct. */
    paste: (pasted: readonly PastedRow[]) => {
      const merged = withPasted(rows, pasted, freeKey())
      change(merged.rows)
      setErrors(merged.errors)
      return [...merged.errors.keys()][0]
    },
    undo:
      past.length === 0
        ? undefined
        : () => {
            setEdited({ ...edited, rows: past.at(-1) ?? rows })
            setPast(past.slice(0, -1))
            lastTyped.current = ''
            setErrors(NO_ERRORS)
            setMessage(null)
          },
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

function editedOf({ version, rows }: StoredRows): Edited {
  return { version, stored: rows.length, rows: editedRows(rows) }
}

function messagesOf(errors: { message: string }[]): string {
  return errors.map(({ message }) => message).join(' ')
}

/** Parses stored drafts; ignores what an older build of the shop stored in another form. */
function readEdited(kept: unknown): Edited | undefined {
  const { version, stored, rows } = Object(kept)
  const isSound = typeof version === 'number' && typeof stored === 'number' && Array.isArray(rows)
  return isSound && rows.every(isEditedRow) ? { version, stored, rows } : undefined
}
