import { storageEntry } from '#platform/browser-storage.ts'
import type { Table } from '#platform/tables/read-tables.ts'
import type { Meaning } from './heading-words.ts'

const MAX_REMEMBERED = 50
const entry = storageEntry('localStorage', 'columns-of-orders')

type Choice = { headings: string; meanings: Meaning[] }

/** Returns what the columns of a table with these headings were chosen to be; undefined if never. */
export function chosenColumns({ headings, width }: Table): Meaning[] | undefined {
  const found = readChoices().find((choice) => choice.headings === keyOf(headings))
  return found?.meanings.length === width ? found.meanings : undefined
}

/** Remembers a choice of columns for tables with the same headings, in this browser. */
export function rememberColumns({ headings }: Table, meanings: Meaning[]): void {
  if (headings.length === 0) return
  const others = readChoices().filter((choice) => choice.headings !== keyOf(headings))
  const choices = [{ headings: keyOf(headings), meanings }, ...others].slice(0, MAX_REMEMBERED)
  entry.write(JSON.stringify(choices))
}

const keyOf = (headings: string[]) => headings.join('\t').toLowerCase()

function readChoices(): Choice[] {
  try {
    const choices: unknown = JSON.parse(entry.read() ?? '[]')
    return Array.isArray(choices) ? choices.filter((choice) => Array.isArray(choice?.meanings)) : []
  } catch {
    return []
  }
}
