import { fontsFor } from './document-fonts.server.ts'
import type { Doc, Structure } from './page.server.ts'

export type PdfFile = {
  doc: Doc
  root: Structure
  printable: (text: string) => string
}

type FileSettings = {
  title: string
  at: Date
  /** All texts of it, to choose the font by. */
  texts: string[]
  /** Those of its first page, and of its kind. */
  options: PDFKit.PDFDocumentOptions
  /** More of its XMP metadata. */
  metadata?: string
}

export async function renderFile(
  { title, at, texts, options, metadata = '' }: FileSettings,
  draw: (file: PdfFile) => void,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const { regular, bold, printable } = await fontsFor(texts)
  const doc = new PDFDocument({
    ...options,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // PDF/A does not allow the standard fonts, one of which is the default.
    font: regular as unknown as string,
    info: { Title: title, CreationDate: at, ModDate: at },
  })
  doc.registerFont('regular', regular).registerFont('bold', bold)
  for (const name of ['bold', 'regular']) widenSpaces(doc.font(name))
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  if (metadata !== '') doc.appendXML(metadata)
  const root = doc.struct('Document')
  doc.addStructure(root)
  draw({ doc, root, printable })
  root.end()
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

// In thousandths of the size, as pages have it (src/ui/theme/base.css).
const WIDER_SPACE = 60

type Run = { glyphs: { codePoints: number[] }[]; positions: { xAdvance: number }[] }

/** Widens the font's narrow space. The library’s own word spacing would leave the space out of the text. */
function widenSpaces(doc: PDFKit.PDFDocument): void {
  // The library has no public way to lay texts out.
  const { _font: font } = doc as unknown as {
    _font: { layoutRun: (text: string, features?: unknown) => Run }
  }
  const layoutRun = font.layoutRun.bind(font)
  font.layoutRun = (text, features) => {
    const run = layoutRun(text, features)
    for (const [index, position] of run.positions.entries())
      if (run.glyphs[index]?.codePoints[0] === 0x20) position.xAdvance += WIDER_SPACE
    return run
  }
}
