import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

// Read from the sources: the bundle holds no files.
const FOLDER = 'src/shop/documents/pdf/fonts'

type Glyphs = { hasGlyphForCodePoint: (codePoint: number) => boolean }
type FontFamily = { regular: Buffer; bold: Buffer; glyphs: Glyphs }

/** The fonts of a file, and what they can't write as question marks. */
export type FileFonts = { regular: Buffer; bold: Buffer; printable: (text: string) => string }

/**
 * Chooses the house's font for texts, or, when it lacks a character, the larger Noto Sans, which takes
 * three times as long. Characters that both lack become question marks: a missing glyph would break PDF/A.
 */
export async function fontsFor(texts: string[]): Promise<FileFonts> {
  const archivo = await loadArchivo()
  const has = ({ glyphs }: FontFamily, letter: string) =>
    letter === '\n' || glyphs.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  const isComplete = texts.every((text) => [...text].every((letter) => has(archivo, letter)))
  const family = isComplete ? archivo : await loadNoto()
  const { regular, bold } = family
  const printable = (text: string) => [...text].map((letter) => (has(family, letter) ? letter : '?')).join('')
  return { regular, bold, printable }
}

export const loadArchivo = once(() => loadFamily('Archivo'))
export const loadNoto = once(() => loadFamily('NotoSans'))

function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: Promise<Result> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

async function loadFamily(name: string): Promise<FontFamily> {
  const [regular, bold] = await Promise.all([
    readFile(resolve(FOLDER, `${name}-Regular.ttf`)),
    readFile(resolve(FOLDER, `${name}-Bold.ttf`)),
  ])
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ font: regular as unknown as string })
  // The library has no public way to ask which characters a font has.
  const { font: glyphs } = (doc as unknown as { _font: { font: Glyphs } })._font
  return { regular, bold, glyphs }
}
