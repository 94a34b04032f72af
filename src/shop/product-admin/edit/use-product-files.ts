import { useRef, useState } from 'react'
import { answerOf, RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import { firstCharacters } from '#platform/text.ts'
import type { ProductDetails } from '#shop/catalogue/details/product-details-json.server.ts'
import { productResponses } from '#shop/product-admin/manage-products-client.ts'
import { whyNoDocument, whyNoImage } from '#shop/uploads/upload-rules.ts'
import { sendDocument, sendImage } from '#shop/uploads/uploads-client.ts'
import { uploadErrorText } from '#shop/uploads/use-image-upload.ts'
import { useUpload } from '#ui/forms/use-upload.ts'
import { useDraftState } from '#web/drafts/use-draft.ts'

export type FileLists = { images: string[]; documents: { title: string; url: string }[] }

type Edited = { seen: ProductDetails; lists: FileLists }

/** The files of a product that does not exist yet. */
export const noFiles: ProductDetails = { images: [], documents: [], version: '' }

/** A product was saved, but not its files. */
export class FilesNotSaved extends Error {
  constructor(reason: string) {
    super(`Images and documents were not saved: ${reason}`)
  }
}

export type ProductFiles = ReturnType<typeof useProductFiles>

/** The files of a product while they are edited; uploads are stored at once, the lists with the form. */
export function useProductFiles(details: ProductDetails) {
  const [edited, setEdited, settle] = useDraftState(
    'details',
    () => ({ seen: details, lists: listsOf(details) }),
    readEdited,
  )
  // An upload ends after further changes of the lists.
  const latest = useRef(edited)
  latest.current = edited
  const [isChecked, setChecked] = useState(false)
  const change = (changes: Partial<FileLists>) => {
    const { seen, lists } = latest.current
    latest.current = { seen, lists: { ...lists, ...changes } }
    setEdited(latest.current)
  }
  const show = (current: ProductDetails) => {
    latest.current = { seen: current, lists: listsOf(current) }
    settle(latest.current)
    setChecked(false)
  }
  const imageUpload = useUpload({
    send: sendImage,
    check: whyNoImage,
    errorText: uploadErrorText('file'),
    onUploaded: (url) => {
      const { images } = latest.current.lists
      if (!images.includes(url)) change({ images: [...images, url] })
    },
  })
  const documentUpload = useUpload({
    send: sendDocument,
    check: whyNoDocument,
    errorText: uploadErrorText('file'),
    onUploaded: (url, { name }) => {
      const { documents } = latest.current.lists
      const title = firstCharacters(name.replace(/\.pdf$/i, ''), 80)
      if (documents.every((document) => document.url !== url)) {
        change({ documents: [...documents, { title, url }] })
      }
    },
  })
  const uploads = [imageUpload, documentUpload]
  return {
    lists: edited.lists,
    isEdited: JSON.stringify(edited.lists) !== JSON.stringify(listsOf(edited.seen)),
    isUploading: uploads.some(({ inProgress }) => inProgress !== null),
    /** Whether errors of titles are shown. */
    isChecked,
    change,
    imageUpload,
    documentUpload,
    /** Waits for uploads; false if one failed, or if a document has no title. */
    complete: async () => {
      const settled = await Promise.all(uploads.map((upload) => upload.settled()))
      setChecked(true)
      const { documents } = latest.current.lists
      return !settled.includes(false) && documents.every(({ title }) => title.trim() !== '')
    },
    current: () => latest.current.lists,
    /** Drops the changes, and uploads that have not ended. */
    discard: () => {
      for (const upload of uploads) upload.cancel()
      show(latest.current.seen)
    },
    /** Saves changed lists. Throws when they are refused; after a change elsewhere they are the newer ones. */
    save: async (id: string) => {
      const { seen, lists } = latest.current
      if (JSON.stringify(lists) === JSON.stringify(listsOf(seen))) return
      try {
        const json = { ...lists, version: seen.version }
        const answer = await productResponses.details[':id'].$put({ param: { id }, json })
        if (answer.status === 409) {
          const { details, ...refusal } = await answer.json()
          show(details)
          throw new RestRefusal(409, refusal)
        }
        show(await answerOf(answer))
      } catch (error) {
        throw new FilesNotSaved(saveError(error))
      }
    },
  }
}

const listsOf = ({ images, documents }: ProductDetails): FileLists => ({
  images,
  documents: documents.map(({ title, url }) => ({ title, url })),
})

/** Returns the edited lists with the details they are based on, so that a save detects conflicts. */
function readEdited(stored: unknown): Edited | undefined {
  return Array.isArray(Object(stored).lists?.images) ? (stored as Edited) : undefined
}

function saveError(error: unknown): string {
  const [field] = error instanceof RestRefusal ? Object.values(error.fields) : []
  return field ?? refusalText(error)
}
