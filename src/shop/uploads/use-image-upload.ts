import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { useUpload } from '#ui/forms/use-upload.ts'
import { whyNoBrandImage, whyNoImage } from './upload-rules.ts'
import { sendBrandImage, sendImage } from './uploads-client.ts'

/** Uploads the image of a form; one of the brand may be an SVG. */
export function useImageUpload(onUploaded: (url: string, file: File) => void, isOfBrand = false) {
  const errorText = uploadErrorText('image')
  const rules = isOfBrand
    ? { send: sendBrandImage, check: whyNoBrandImage }
    : { send: sendImage, check: whyNoImage }
  return useUpload({ ...rules, errorText, onUploaded })
}

/** Returns the message for a failed upload: the shop's own text if it sent one. */
export const uploadErrorText = (what: 'image' | 'file') => (error: unknown) =>
  error instanceof RestRefusal
    ? error.message
    : `The ${what} failed to upload. Check your connection, then choose it again.`
