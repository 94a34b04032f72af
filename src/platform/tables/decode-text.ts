/** Decodes UTF-8, UTF-16 with its mark, or else Windows-1252; null for no text. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Control characters that no text has.
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 27))) return null
  try {
    // The last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
