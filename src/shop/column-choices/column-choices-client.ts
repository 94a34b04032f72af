import { storageEntry } from '#platform/browser-storage.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { type ColumnChoice, LONGEST_HEADINGS, MAX_CHOICES, type Purpose } from './column-choice.ts'
import type { createColumnChoicesApi } from './column-choices-api.server.ts'

const client = apiClient<typeof createColumnChoicesApi>()['column-choices'][':purpose']
const entryOf = (purpose: Purpose) => storageEntry('localStorage', `columns-of-${purpose}`)

/** Returns the choices of a user, or else of this browser; those of the browser if the shop fails. */
export async function readChoices(purpose: Purpose, isUser: boolean): Promise<ColumnChoice[]> {
  const own = isUser ? await client.$get({ param: { purpose } }).catch(() => []) : []
  return [...own, ...readLocal(purpose)]
}

/** Returns what the columns under these headings were chosen to mean; undefined if never. */
export const chosenFor = (choices: ColumnChoice[], headings: string[]): string[] | undefined =>
  choices.find((choice) => choice.headings === keyOf(headings))?.meanings

/** Remembers a choice in this browser, and for a user at the shop. */
export async function rememberChoice(
  purpose: Purpose,
  isUser: boolean,
  { headings, meanings }: { headings: string[]; meanings: string[] },
): Promise<void> {
  const key = keyOf(headings)
  if (headings.length === 0 || key.length > LONGEST_HEADINGS) return
  const add = (choices: ColumnChoice[]) =>
    [{ headings: key, meanings }, ...choices.filter((choice) => choice.headings !== key)].slice(
      0,
      MAX_CHOICES,
    )
  entryOf(purpose).write(JSON.stringify(add(readLocal(purpose))))
  if (!isUser) return
  const own = await client.$get({ param: { purpose } })
  await client.$put({ param: { purpose }, json: add(own) })
}

const keyOf = (headings: string[]) => headings.join('\t').toLowerCase()

function readLocal(purpose: Purpose): ColumnChoice[] {
  try {
    const choices: unknown = JSON.parse(entryOf(purpose).read() ?? '[]')
    return Array.isArray(choices) ? choices.filter((choice) => Array.isArray(choice?.meanings)) : []
  } catch {
    return []
  }
}
