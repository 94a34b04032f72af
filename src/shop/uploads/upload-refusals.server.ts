import type { PdfRefusal } from '#platform/documents/pdf.server.ts'
import { malformed, refusals, unprocessable } from '#platform/http/api/refusals.server.ts'
import type { BrandImageRefusal } from '#platform/images/logo-image.server.ts'
import type { UploadRefusal } from './upload-route.server.ts'

export const refuseImage = refusals<UploadRefusal | BrandImageRefusal>({
  ...malformedUpload('image'),
  'too-large': { status: 413, text: 'The image is larger than 5 MB.' },
  'unsupported-type': { status: 415, text: 'The image must be a JPEG, PNG, WebP or AVIF file.' },
  'too-many-pixels': unprocessable('The image has more than 24 megapixels.'),
  damaged: unprocessable('The image is damaged.'),
  'too-small': unprocessable('The image has only a few pixels. Choose a larger one.'),
  'active-drawing': unprocessable('This SVG has scripts or entities. Export it as a plain SVG, or as PNG.'),
  'outside-drawing': unprocessable(
    'This SVG refers to files elsewhere. Embed them, turn texts into paths, or export it as PNG.',
  ),
  'large-drawing': unprocessable('This SVG is larger than 1 MB. Export it as PNG.'),
})

export const refuseDocument = refusals<UploadRefusal | PdfRefusal>({
  ...malformedUpload('document'),
  'too-large': { status: 413, text: 'The document is larger than 10 MB.' },
  'unsupported-type': { status: 415, text: 'The document must be a PDF file.' },
  encrypted: unprocessable('The document is protected by a password.'),
  damaged: unprocessable('The document is damaged.'),
})

/** The refusals of an upload without a usable file; `field` is the name of its only field. */
function malformedUpload(field: string) {
  const invalid = { status: 422, code: 'invalid', field } as const
  return {
    'not-multipart': {
      status: 415,
      code: 'malformed',
      text: `Send the ${field} as multipart/form-data in the field “${field}”.`,
    },
    'damaged-upload': malformed('The upload was damaged. Please try again.', { code: 'malformed' }),
    'several-parts': { ...invalid, text: `Send one ${field} and nothing else.` },
    'not-a-file': { ...invalid, text: `Send the ${field} as a file in the field “${field}”.` },
    empty: { ...invalid, text: `The ${field} is empty.` },
  } as const
}
