import type { Refusal } from '#platform/http/api/refusals.server.ts'

/** Why a file cannot be stored as a document. */
export type PdfRefusal = Refusal<'unsupported-type' | 'encrypted' | 'damaged'>

const SIGNATURE = '%PDF-'
/** PDF viewers search this many bytes for the end marker. */
const END_BYTES = 1024

/**
 * Refuses files that are no PDF, encrypted, or cut off. The content is not checked: visitors only ever
 * download it (product 12.8).
 */
export function refusePdf(bytes: Uint8Array): PdfRefusal | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  if (!text.startsWith(SIGNATURE)) return { refused: 'unsupported-type' }
  if (!/startxref\s+\d+\s+%%EOF/.test(text.replace(/[\0\s]+$/, '').slice(-END_BYTES)))
    return { refused: 'damaged' }
  return /\/Encrypt\s*(<<|\d+\s+\d+\s+R)/.test(text) ? { refused: 'encrypted' } : undefined
}
