import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { sendImage } from '#shop/catalogue/admin/manage-products-client.ts'
import { useUpload } from '#ui/forms/use-upload.ts'
import { whyNoImage } from './upload-rules.ts'

/** Uploads the image of a form. */
export function useImageUpload(onUploaded: (url: string) => void) {
  return useUpload({ send: sendImage, check: whyNoImage, errorText, onUploaded })
}

/** Returns the message for a failed upload: the shop's own text if it sent one. */
function errorText(error: unknown): string {
  return error instanceof RestRefusal
    ? error.message
    : 'The image failed to upload. Check your connection, then choose it again.'
}
