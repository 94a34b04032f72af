import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { useUpload } from '#ui/forms/use-upload.ts'
import { whyNoImage } from './upload-rules.ts'
import { sendImage } from './uploads-client.ts'

/** Uploads the image of a form. */
export function useImageUpload(onUploaded: (url: string) => void) {
  const errorText = uploadErrorText('image')
  return useUpload({ send: sendImage, check: whyNoImage, errorText, onUploaded })
}

/** Returns the message for a failed upload: the shop's own text if it sent one. */
export const uploadErrorText = (what: 'image' | 'file') => (error: unknown) =>
  error instanceof RestRefusal
    ? error.message
    : `The ${what} failed to upload. Check your connection, then choose it again.`
