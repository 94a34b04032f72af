import type { Refusal } from '#platform/http/api/refusals.server.ts'

/** Why a file cannot be stored as a document. */
export type PdfRefusal = Refusal<'unsupported-type' | 'encrypted' | 'damaged'>

const SIGNATURE = '%PDF-'
/** PDF viewers search this many bytes for the signature, and as many for the end marker. */
const MARKER_BYTES = 1024
/** The longest dictionary of a trailer that is read; it has a few short entries. */
const TRAILER_BYTES = 4096
const SPACE = 0x20

/**
 * Refuses files that are no PDF, encrypted, or cut off. The content is not checked: visitors only ever
 * download it (product 12.8). Only the ends and the trailer are matched against patterns, because a
 * pattern over a whole file may take hours.
 */
export function refusePdf(bytes: Uint8Array): PdfRefusal | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = file.subarray(0, MARKER_BYTES).indexOf(SIGNATURE)
  // A browser may take a file that begins with markup for a page.
  if (start < 0 || file.subarray(0, start).includes('<')) return { refused: 'unsupported-type' }
  const end = endOf(file)
  const last = file.toString('latin1', Math.max(start, end - MARKER_BYTES), end)
  const [, offset] = /startxref\s{1,9}(\d{1,10})\s{1,9}%%EOF/.exec(last) ?? []
  if (offset === undefined) return { refused: 'damaged' }
  const trailer = trailerAt(file, start, Number(offset))
  return /\/Encrypt\s{0,9}(<<|\d)/.test(trailer) ? { refused: 'encrypted' } : undefined
}

/** Returns where a file ends without the zeros and line ends that some programs fill it up with. */
function endOf(file: Buffer): number {
  let end = file.length
  while (end > 0 && file.readUInt8(end - 1) <= SPACE) end--
  return end
}

/**
 * Returns the dictionary of a file’s trailer, which follows the table at the offset or, in newer files,
 * stands in it before its stream. Offsets count from the signature or from the first byte.
 */
function trailerAt(file: Buffer, start: number, offset: number): string {
  const at = [start + offset, offset].find((position) =>
    /^\s{0,9}(xref|\d{1,10}\s{1,9}\d{1,10}\s{1,9}obj)/.test(textAt(file, position, 64)),
  )
  if (at === undefined) return textAt(file, file.lastIndexOf('trailer'), TRAILER_BYTES)
  const isTable = textAt(file, at, 64).trimStart().startsWith('xref')
  const dictionary = textAt(file, isTable ? file.indexOf('trailer', at) : at, TRAILER_BYTES)
  return dictionary.split(isTable ? 'startxref' : 'stream', 1)[0] ?? ''
}

function textAt(file: Buffer, at: number, length: number): string {
  return at < 0 ? '' : file.toString('latin1', at, at + length)
}
