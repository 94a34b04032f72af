import { type Codes, loadCodes } from './draw-code.server.ts'
import { fontsFor } from './sheet-fonts.server.ts'

type Doc = PDFKit.PDFDocument

/** What draws into a new PDF: its pages are added by the caller. */
export type SheetFile = {
  doc: Doc
  /** The root of the tags. */
  root: PDFKit.PDFStructureElement
  codes: Codes
  printable: (text: string) => string
}

type FileSettings = {
  title: string
  at: Date
  /** All texts of it, to choose the font by. */
  texts: string[]
}

/** Renders a tagged PDF with embedded fonts, whose pages `draw` adds. */
export async function renderFile(
  { title, at, texts }: FileSettings,
  draw: (file: SheetFile) => void,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const { regular, bold, printable } = await fontsFor(texts)
  const doc = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: regular as unknown as string,
    info: { Title: title, CreationDate: at, ModDate: at },
  })
  doc.registerFont('regular', regular).registerFont('bold', bold)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  draw({ doc, root, codes: await loadCodes(), printable })
  root.end()
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
