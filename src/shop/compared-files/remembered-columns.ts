import type { Purpose } from '#shop/column-choices/column-choice.ts'
import {
  chosenFor,
  readChoices,
  rememberChoice,
} from '#shop/column-choices/column-choices-client.ts'
import type { TableJson } from './file-json.server.ts'

type Columns = TableJson['columns']

export const mappingOf = (columns: Columns, fields: string[]) =>
  Object.fromEntries(columns.map(({ name }, at) => [name, fields[at] ?? '']))

const headingsOf = (columns: Columns) => columns.map(({ heading }) => heading)

/** Remembers what these columns were chosen to be. A choice that is too large to remember counts all the same. */
export function rememberColumns(purpose: Purpose, columns: Columns, meanings: string[]) {
  const choice = { headings: headingsOf(columns), meanings }
  return rememberChoice(purpose, true, choice).catch(() => undefined)
}

/** What was chosen for another file with the same headings. */
export async function columnsBefore(purpose: Purpose, columns: Columns) {
  return chosenFor(await readChoices(purpose, true), headingsOf(columns))
}
