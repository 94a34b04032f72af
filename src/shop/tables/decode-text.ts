/** Decodes UTF-8, UTF-16 with or without its mark, or else Windows-1252; null for no text. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const [first, second] = bytes
  const hasZeros = (from: number) =>
    bytes.length > 3 &&
    bytes.subarray(0, 100).every((byte, at) => (at % 2 === from) === (byte === 0))
  if ((first === 0xff && second === 0xfe) || hasZeros(1))
    return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || hasZeros(0))
    return new TextDecoder('utf-16be').decode(bytes)
  // Control characters that no text has.
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 27))) return null
  try {
    // The last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
