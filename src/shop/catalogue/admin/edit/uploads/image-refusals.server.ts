import { refusals } from '#platform/http/api/refusals.server.ts'
import type { ImageRefusal } from '#platform/images/image.server.ts'
import type { UploadRefusal } from './read-upload.server.ts'

/** Maps refusals of an upload to responses. */
export const refuseImage = refusals<UploadRefusal | ImageRefusal>({
  'not-multipart': {
    status: 415,
    code: 'malformed',
    text: 'Send the image as multipart/form-data in the field “image”.',
  },
  'damaged-upload': {
    status: 400,
    code: 'malformed',
    text: 'The upload was damaged. Please try again.',
  },
  'several-parts': {
    status: 422,
    code: 'invalid',
    text: 'Send one image and nothing else.',
    field: 'image',
  },
  'not-a-file': {
    status: 422,
    code: 'invalid',
    text: 'Send the image as a file in the field “image”.',
    field: 'image',
  },
  empty: { status: 422, code: 'invalid', text: 'The image is empty.', field: 'image' },
  'too-large': { status: 413, text: 'The image is larger than 5 MB.' },
  'unsupported-type': { status: 415, text: 'The image must be a JPEG, PNG, WebP or AVIF file.' },
  'too-many-pixels': { status: 422, text: 'The image has more than 24 megapixels.' },
  damaged: { status: 422, text: 'The image is damaged.' },
})
