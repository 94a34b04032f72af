import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { DocumentLayout } from './document-layout.server.ts'

// Read from the sources: the bundle holds no files.
const FOLDER = 'src/shop/documents/pdf/fonts'

type Glyphs = { hasGlyphForCodePoint: (codePoint: number) => boolean }
type FontFamily = { regular: Buffer; bold: Buffer; glyphs: Glyphs }

/**
 * Chooses the house's font for a document, or, when it lacks a character, the larger Noto Sans, which
 * takes three times as long. Characters that both lack become question marks: a missing glyph would
 * break PDF/A.
 */
export async function chooseFonts(
  layout: DocumentLayout,
): Promise<{ layout: DocumentLayout; regular: Buffer; bold: Buffer }> {
  const archivo = await loadArchivo()
  if (printable(archivo, layout).isComplete) return { ...archivo, layout }
  const noto = await loadNoto()
  return { ...noto, layout: printable(noto, layout).layout }
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

function printable({ glyphs }: FontFamily, layout: DocumentLayout) {
  let isComplete = true
  const letter = (character: string) => {
    if (character === '\n' || glyphs.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
      return character
    isComplete = false
    return '?'
  }
  const text = (value: string) => [...value].map(letter).join('')
  const texts = (values: string[]) => values.map(text)
  const pairs = (values: [string, string][]) =>
    values.map(([label, value]): [string, string] => [text(label), text(value)])
  const replaced: DocumentLayout = {
    ...layout,
    title: text(layout.title),
    shop: text(layout.shop),
    parties: layout.parties.map(({ heading, lines }) => ({ heading, lines: texts(lines) })),
    details: pairs(layout.details),
    lines: layout.lines.map(texts),
    totals: pairs(layout.totals),
  }
  return { layout: replaced, isComplete }
}
