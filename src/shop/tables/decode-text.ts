/** What the text of a file can be read as; `utf-8-twice` was decoded wrongly by another program and saved so. */
export const encodings = ['utf-8', 'windows-1252', 'cp850', 'macintosh', 'utf-8-twice'] as const
export type Encoding = (typeof encodings)[number]

/** The upper half of the code page of DOS in western Europe, which decoders of the Web lack. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

export function decodeAs(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): string {
  if (encoding === 'cp850')
    return [...bytes].map((byte) => (byte < 128 ? String.fromCharCode(byte) : CP850[byte - 128])).join('')
  if (encoding !== 'utf-8-twice') return new TextDecoder(encoding).decode(bytes)
  const codes = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder('windows-1252').decode(new Uint8Array([byte])),
      byte,
    ]),
  )
  // What was not decoded wrongly stays.
  return new TextDecoder().decode(bytes).replace(/[^\0-\x7f]+/g, (letters) => {
    const once = [...letters].map((letter) => codes.get(letter))
    const text = once.includes(undefined) ? '' : new TextDecoder().decode(new Uint8Array(once as number[]))
    return text === '' || text.includes('\ufffd') ? letters : text
  })
}

const BROKEN =
  /\ufffd|Ã[\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•˜™š›œžŸ]|Â[\u0080-\u00bf]|â€|(?<=\p{Ll})[\u0080-\u009f„”‚¤¢§†ŠŽŸ](?=\p{Ll})/u

/** Returns the first word with letters that a wrong decoding makes; null without one. */
export function brokenWord(text: string): string | null {
  const at = text.search(BROKEN)
  if (at < 0) return null
  const [before = ''] = /[\p{L}\p{N}]{0,30}$/u.exec(text.slice(Math.max(0, at - 30), at)) ?? []
  const [after = ''] = /^.[^\s,;|"<]*/su.exec(text.slice(at, at + 30)) ?? []
  return before + after
}

/** Decodes UTF-8, UTF-16 with or without its mark, or else Windows-1252; null for no text. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const [first, second] = bytes
  const hasZeros = (from: number) =>
    bytes.length > 3 && bytes.subarray(0, 100).every((byte, at) => (at % 2 === from) === (byte === 0))
  if ((first === 0xff && second === 0xfe) || hasZeros(1)) return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || hasZeros(0)) return new TextDecoder('utf-16be').decode(bytes)
  // Control characters that no text has.
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 27))) return null
  try {
    // The last character may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether a text is a workbook that a program wrote as XML, HTML, DIF or SYLK. */
export const isWrittenWorkbook = (text: string): boolean =>
  /^\s{0,100}<|^TABLE\r?\n0,1\r?\n|^ID;P[\s\S]{0,5000}\nC;[XY]\d/.test(text)
