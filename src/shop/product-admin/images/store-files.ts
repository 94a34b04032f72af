import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { firstCharacters } from '#platform/text.ts'
import type { FileLists } from '#shop/product-admin/edit/use-product-files.ts'
import { adminCatalogueApi, productResponses } from '#shop/product-admin/manage-products-client.ts'
import { sendDocument, sendImage } from '#shop/uploads/uploads-client.ts'
import type { MatchedFile } from './matched-files.ts'

const LONGEST_TITLE = 80
const TRIES = 3

/**
 * Uploads the files of one product, and adds them to it: its main image, further images, documents. Returns
 * why single files failed.
 */
export async function storeFilesOf(
  id: string,
  files: readonly MatchedFile[],
  mains: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<MatchedFile, unknown>> {
  const failed = new Map<MatchedFile, unknown>()
  const added: FileLists = { images: [], documents: [] }
  let main: string | undefined
  const send = async (file: MatchedFile) => {
    const options = { onProgress: () => {}, signal }
    if (file.name.kind === 'document') {
      const title = firstCharacters(file.file.name.replace(/\.pdf$/i, ''), LONGEST_TITLE)
      added.documents.push({ title, url: await sendDocument(file.file, options) })
    } else {
      const url = await sendImage(file.file, options)
      if (mains.has(file.path)) main = url
      else added.images.push(url)
    }
  }
  for (const file of files) {
    try {
      await send(file)
    } catch (error) {
      if (signal.aborted) throw error
      failed.set(file, error)
    }
  }
  if (main !== undefined) {
    const json = { imgURL: main }
    await adminCatalogueApi.products[':id'].$put({ param: { id }, json })
  }
  if (added.images.length + added.documents.length > 0) await addToLists(id, added)
  return failed
}

/** Adds to the lists of a product; again with the newer ones when they are changed meanwhile. */
async function addToLists(id: string, added: FileLists): Promise<void> {
  const details = adminCatalogueApi.products.details[':id']
  for (let tries = TRIES; ; tries--) {
    const { images, documents, version } = await details.$get({ param: { id } })
    const urls = documents.map(({ url }) => url)
    const json = {
      images: [...new Set([...images, ...added.images])],
      documents: [
        ...documents.map(({ title, url }) => ({ title, url })),
        ...added.documents.filter(({ url }) => !urls.includes(url)),
      ],
      version,
    }
    const answer = await productResponses.details[':id'].$put({ param: { id }, json })
    if (answer.ok) return
    const refusal = new RestRefusal(answer.status, await answer.json())
    if (answer.status !== 409 || tries === 1) throw refusal
  }
}
