import { refusalOf } from '#platform/http/api/rest-client.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { fetchWithProgress } from '#platform/http/fetch-with-progress.ts'
import { apiClient, authorizedFetch, signedIn } from '#shop/auth/access/authorized-fetch.ts'
import { chosenFor, readChoices, rememberChoice } from '#shop/column-choices/column-choices-client.ts'
import { type FileChoice, headingsOf, mappingOf } from '#shop/compared-files/file-columns.tsx'
import type { ProductImport } from '#shop/imports/import-json.server.ts'
import type { createImportsApi } from '#shop/imports/imports-api.server.ts'

export const importsApi = apiClient<typeof createImportsApi>().products.imports

/** Uploads a file of products, or a sheet of it, in its encoding if that was chosen, and returns its import. Throws a RestRefusal. */
export async function uploadProducts(
  file: File,
  choice: FileChoice,
  onProgress: (sent: number) => void,
): Promise<ProductImport> {
  const body = new FormData()
  body.append('file', file)
  for (const [name, chosen] of Object.entries(choice)) body.append(name, chosen)
  const send = signedIn(fetchWithProgress(onProgress))
  const response = await send('/api/products/imports', { method: 'POST', body })
  if (!response.ok) throw await refusalOf(response)
  return response.json()
}

/** Chooses the fields of columns, in their order, and the values of others, and remembers them for such files. */
export async function chooseFields(
  { _id: id, columns, values: before }: ProductImport,
  fields: string[],
  values: Record<string, string> = before,
) {
  const given = Object.entries(values).map(([field, value]) => [`+${field}`, value])
  const mapping = { ...mappingOf(columns, fields), ...Object.fromEntries(given) }
  await importsApi[':id'].columns.$put({ param: { id }, json: { mapping } })
  const meanings = [...fields.slice(0, columns.length), ...given.map((pair) => pair.join('='))]
  const choice = { headings: headingsOf(columns), meanings }
  // A choice that is too large to remember counts all the same.
  await rememberChoice('products', true, choice).catch(() => undefined)
}

/** Chooses the fields that were chosen for another file with the same headings. */
export async function chooseAsBefore(imported: ProductImport): Promise<void> {
  if (imported.status !== 'compared') return
  const before = chosenFor(await readChoices('products', true), headingsOf(imported.columns))
  const isSame = imported.columns.every(({ field }, at) => (field ?? '') === before?.[at])
  // A field may be gone since.
  const values = (before ?? [])
    .slice(imported.columns.length)
    .map((text) => [text.slice(1, text.indexOf('=')), text.slice(text.indexOf('=') + 1)])
  if (before && (!isSame || values.length > 0))
    await chooseFields(imported, before, Object.fromEntries(values)).catch(() => undefined)
}

/** Saves the refused rows of an import with their reasons, as the kind of file that was uploaded. */
export async function saveRefused(id: string): Promise<void> {
  const response = await authorizedFetch(`/api/products/imports/${id}/refused`)
  const isCsv = response.headers.get('Content-Type')?.startsWith('text/csv')
  await saveDownload(Promise.resolve(response), isCsv ? 'refused.csv' : 'refused.xlsx')
}
