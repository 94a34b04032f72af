import { PDFDocument } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF of one page; documents with different texts are different files. */
export async function pdf(
  text: string,
  change: (document: PDFDocument) => unknown = () => {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([300, 200]).drawText(text)
  await change(document)
  return document.save()
}

/** Returns the text of a PDF's first page, a line for each piece of text. */
export async function textOfPdf(pdf: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('\n')
}
