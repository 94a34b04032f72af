import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { Refusal } from '#platform/http/api/refusals.server.ts'

/** Why a file cannot be stored as a document. */
export type PdfRefusal = Refusal<'unsupported-type' | 'encrypted' | 'active-content' | 'damaged'>

const SIGNATURE = '%PDF-'

// Entries that run something, hold files, or load something from elsewhere (ISO 32000-1, 12.6 and 7.11).
const forbiddenKeys = new Set([
  ...['JS', 'JavaScript', 'AA', 'EF', 'RF', 'AF', 'EmbeddedFiles', 'XFA', 'RichMediaContent'],
  ...['RichMediaSettings', 'Rendition', 'Renditions', 'MovieActions', '3DD', 'OPI', 'Collection'],
])
const forbiddenActions = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'ResetForm', 'GoToE', 'GoToR', 'Movie'],
  ...['Sound', 'Rendition', 'RichMediaExecute', 'GoTo3DView', 'Hide', 'Thread'],
])
const forbiddenTypes = new Set([
  ...[
    'EmbeddedFile',
    'FileAttachment',
    'Sound',
    'Movie',
    'Screen',
    'RichMedia',
    '3D',
    'U3D',
    'PRC',
  ],
])
const LINK = /^(https?:\/\/|mailto:)/i

/**
 * Rewrites a PDF from its parsed objects, so that nothing unparsed is stored.
 * Refuses files that are no PDF, encrypted, damaged, or contain scripts, actions other than links,
 * or files.
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
    const objects = document.context.enumerateIndirectObjects().map(([, object]) => object)
    const trailer = Object.values(document.context.trailerInfo).filter(
      (entry) => entry !== undefined,
    )
    for (const object of [...objects, ...trailer]) {
      if (isActive(object as PDFObject)) return { refused: 'active-content' }
    }
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

// Indirect objects are checked one by one, so references are not followed.
function isActive(object: PDFObject): boolean {
  if (object instanceof PDFStream) return isActive(object.dict)
  if (object instanceof PDFArray) return object.asArray().some(isActive)
  if (!(object instanceof PDFDict)) return false
  return object.entries().some(([key, value]) => {
    const name = key.decodeText()
    if (forbiddenKeys.has(name) || isActive(value)) return true
    if (value instanceof PDFName) {
      const said = value.decodeText()
      if (name === 'S') return forbiddenActions.has(said)
      return (name === 'Type' || name === 'Subtype') && forbiddenTypes.has(said)
    }
    return name === 'URI' && !(value instanceof PDFDict) && !LINK.test(textOf(value))
  })
}

function textOf(value: PDFObject): string {
  return 'decodeText' in value && typeof value.decodeText === 'function' ? value.decodeText() : ''
}
