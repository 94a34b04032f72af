import { useState } from 'react'
import { RestRefusal, refusalOf, refusalText } from '#platform/http/api/rest-client.ts'
import { apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import { pastedRows } from '#shop/price-file/pasted-rows.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import {
  draftOf,
  type NamedCategory,
  problemOf,
  type RowDraft,
  readDraft,
} from '#shop/prices/admin/row-drafts.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import type { PriceListRow, RefusedRows } from '#shop/prices/price-list-json.server.ts'
import type { createPriceRowsApi } from '#shop/prices/price-rows-api.server.ts'

const rowsApi = apiResponses<typeof createPriceRowsApi>()

/** A row with a key that stays while others come and go. */
export type KeyedDraft = RowDraft & { key: number }

type Stored = { version: number; rows: PriceListRow[] }

/** The rows of a list as they are edited: nothing is sent before `save`. */
export function usePriceRows(listId: string, stored: Stored, categories: NamedCategory[]) {
  const [nextKey, setNextKey] = useState(stored.rows.length)
  const [drafts, setDrafts] = useState(() => keyed(stored.rows.map(draftOf), 0))
  const [version, setVersion] = useState(stored.version)
  const [isUnsaved, setUnsaved] = useState(false)
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map())
  const [message, setMessage] = useState<string | null>(null)
  /** The version of another admin that was saved meanwhile. */
  const [other, setOther] = useState<Stored | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Whether the prices that are far from the base price were shown. */
  const [isChecked, setChecked] = useState(false)

  const change = (changed: KeyedDraft[]) => {
    setDrafts(changed)
    setUnsaved(true)
    setChecked(false)
    setMessage(null)
  }
  const insert = (index: number, rows: RowDraft[], replaced = 0) => {
    change(drafts.toSpliced(index, replaced, ...keyed(rows, nextKey)))
    setNextKey(nextKey + rows.length)
  }
  const show = (stored: Stored) => {
    setDrafts(keyed(stored.rows.map(draftOf), nextKey))
    setNextKey(nextKey + stored.rows.length)
    setVersion(stored.version)
    setUnsaved(false)
    setErrors(new Map())
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
    return null
  }
  const save = async (seen = version) => {
    setBusy(true)
    const rows = drafts.map((draft) => readDraft(draft, categories))
    try {
      const refused = await put(rows, seen, !isChecked)
      if (!refused) return
      setChecked(refused.code === 'far-prices')
      const named = Map.groupBy(refused.rows ?? [], ({ index }) => drafts[index]?.key ?? -1)
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
  return {
    drafts,
    errors,
    message,
    other,
    isBusy,
    isUnsaved,
    edit: (key: number, part: Partial<RowDraft>) =>
      change(
        drafts.map((draft) => {
          // Another tool has another base price.
          const base = part.name === undefined ? draft.base : undefined
          return draft.key === key ? { ...draft, base, ...part } : draft
        }),
      ),
    remove: (key: number) => change(drafts.filter((draft) => draft.key !== key)),
    add: () => insert(drafts.length, [{ name: '', from: '1', price: '' }]),
    /** Puts the rows of a spreadsheet in the place of a row; false for a text that is no table. */
    paste: (key: number, text: string): boolean => {
      if (!/[\t\n;]/.test(text.trim())) return false
      const rows = pastedRows(text)
      const index = drafts.findIndex((draft) => draft.key === key)
      if (rows.length > 0) insert(index < 0 ? drafts.length : index, rows, index < 0 ? 0 : 1)
      const unread = rows.flatMap((row, at) => {
        const problem = problemOf(row)
        return problem ? [[nextKey + at, problem] as const] : []
      })
      if (unread.length > 0) setErrors(new Map([...errors, ...unread]))
      return rows.length > 0
    },
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

function messagesOf(errors: { message: string }[]): string {
  return errors.map(({ message }) => message).join(' ')
}

function keyed(rows: RowDraft[], first: number): KeyedDraft[] {
  return rows.map((row, index) => ({ ...row, key: first + index }))
}
