import { buffer } from 'node:stream/consumers'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import PDFDocument from 'pdfkit'

/** A PDF of one page; the same text gives the same file. */
export async function pdf(
  text: string,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument({ info: { CreationDate: new Date(0) }, ...options })
  document.text(text).end()
  return buffer(document)
}

/** Returns the text of a PDF's first page, a line for each piece of text. */
export async function textOfPdf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('\n')
}
