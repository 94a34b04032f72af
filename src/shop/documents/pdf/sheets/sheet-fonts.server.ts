import { loadArchivo, loadNoto } from '#shop/documents/pdf/document-fonts.server.ts'

/** The fonts of a file, and what they can't write as question marks. */
export type SheetFonts = { regular: Buffer; bold: Buffer; printable: (text: string) => string }

/** Chooses the house's font, or Noto Sans when it lacks a character of these texts. */
export async function fontsFor(texts: string[]): Promise<SheetFonts> {
  const archivo = await loadArchivo()
  const has = (family: typeof archivo, letter: string) =>
    letter === '\n' || family.glyphs.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  const isComplete = texts.every((text) => [...text].every((letter) => has(archivo, letter)))
  const family = isComplete ? archivo : await loadNoto()
  const { regular, bold } = family
  const printable = (text: string) =>
    [...text].map((letter) => (has(family, letter) ? letter : '?')).join('')
  return { regular, bold, printable }
}
