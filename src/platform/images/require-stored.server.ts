import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ImageStore } from './image-store.server.ts'
import { NOT_UPLOADED } from './image-url.ts'

/** Refuses the first field whose URL is not that of an image of this shop; empty ones are no images. */
export async function requireStored(
  images: Pick<ImageStore, 'has'>,
  fields: Record<string, string | undefined>,
): Promise<void> {
  for (const [field, url] of Object.entries(fields)) {
    if (!url || (await images.has(url))) continue
    throw new HttpRefusal(422, 'invalid', NOT_UPLOADED, { fields: { [field]: NOT_UPLOADED } })
  }
}
