import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import type { Refusal } from '#platform/http/api/refusals.server.ts'

/** Why a file cannot be stored as a document. */
export type PdfRefusal = Refusal<'unsupported-type' | 'encrypted' | 'damaged'>

const SIGNATURE = '%PDF-'

/**
 * Rewrites a PDF from its parsed objects, so that nothing unparsed is stored. Refuses files that are no
 * PDF, encrypted or damaged. What a PDF can run is kept: it is only ever downloaded (product 12.8).
 */
export async function rewritePdf(bytes: Uint8Array): Promise<{ bytes: Uint8Array } | PdfRefusal> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE.length))
  if (start !== SIGNATURE) return { refused: 'unsupported-type' }
  try {
    const document = await PDFDocument.load(bytes, {
      throwOnInvalidObject: true,
      updateMetadata: false,
    })
    if (document.isEncrypted) return { refused: 'encrypted' }
    if (document.getPageCount() === 0) return { refused: 'damaged' }
    const rewritten = await document.save({
      useObjectStreams: false,
      addDefaultPage: false,
      updateFieldAppearances: false,
    })
    return { bytes: rewritten }
  } catch (error) {
    const isEncrypted = error instanceof EncryptedPDFError || isMarkedEncrypted(bytes)
    return { refused: isEncrypted ? 'encrypted' : 'damaged' }
  }
}

// Some encrypted files fail to be read with another error.
function isMarkedEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt')
}
