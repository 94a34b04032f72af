import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { DocumentSheet } from './document-sheet.server.ts'

const ARCHIVO = '@expo-google-fonts/archivo'
const NOTO = '@expo-google-fonts/noto-sans'

type Glyphs = { hasGlyphForCodePoint: (codePoint: number) => boolean }
type FontFamily = { regular: Buffer; bold: Buffer; glyphs: Glyphs }

/**
 * Chooses the house's font for a document, or, when it lacks a character, the larger Noto Sans, which
 * takes three times as long. Characters that both lack become question marks: a missing glyph would
 * break PDF/A.
 */
export async function chooseFonts(
  sheet: DocumentSheet,
): Promise<{ sheet: DocumentSheet; regular: Buffer; bold: Buffer }> {
  const archivo = await loadArchivo()
  if (printable(archivo, sheet).isComplete) return { ...archivo, sheet }
  const noto = await loadNoto()
  return { ...noto, sheet: printable(noto, sheet).sheet }
}

export const loadArchivo = once(() =>
  loadFamily(
    `${ARCHIVO}/400Regular/Archivo_400Regular.ttf`,
    `${ARCHIVO}/700Bold/Archivo_700Bold.ttf`,
  ),
)
export const loadNoto = once(() =>
  loadFamily(`${NOTO}/400Regular/NotoSans_400Regular.ttf`, `${NOTO}/700Bold/NotoSans_700Bold.ttf`),
)

function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: Promise<Result> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

async function loadFamily(regularPath: string, boldPath: string): Promise<FontFamily> {
  const { resolve } = createRequire(import.meta.url)
  const [regular, bold] = await Promise.all([
    readFile(resolve(regularPath)),
    readFile(resolve(boldPath)),
  ])
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ font: regular as unknown as string })
  // The library has no public way to ask which characters a font has.
  const { font: glyphs } = (doc as unknown as { _font: { font: Glyphs } })._font
  return { regular, bold, glyphs }
}

function printable({ glyphs }: FontFamily, sheet: DocumentSheet) {
  let isComplete = true
  const letter = (one: string) => {
    if (one === '\n' || glyphs.hasGlyphForCodePoint(one.codePointAt(0) ?? 0)) return one
    isComplete = false
    return '?'
  }
  const text = (value: string) => [...value].map(letter).join('')
  const texts = (values: string[]) => values.map(text)
  const pairs = (values: [string, string][]) =>
    values.map(([label, value]): [string, string] => [text(label), text(value)])
  const replaced: DocumentSheet = {
    ...sheet,
    seller: texts(sheet.seller),
    buyer: texts(sheet.buyer),
    facts: pairs(sheet.facts),
    lines: sheet.lines.map((line) => ({
      ...line,
      name: text(line.name),
      notes: texts(line.notes),
    })),
    totals: pairs(sheet.totals),
  }
  return { sheet: replaced, isComplete }
}
