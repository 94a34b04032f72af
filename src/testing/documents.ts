import { PDFDocument } from '@cantoo/pdf-lib'

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
