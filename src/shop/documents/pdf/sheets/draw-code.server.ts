import { encode } from 'uqr'

type Doc = PDFKit.PDFDocument
type Box = { x: number; y: number; width: number; height: number }

/** Loads the encoder of barcodes, which only these PDFs need, and returns what draws them. */
export async function loadCodes() {
  // Its named export `raw` is another thing: a symbol of given bars.
  const { default: bwip } = await import('bwip-js/node')
  return {
    /** Draws a text as Code 128 without its letters; the quiet zones are the caller's margins. */
    code128(doc: Doc, text: string, box: Box): void {
      const [code] = bwip.raw('code128', text, '')
      if (!code || !('sbs' in code)) throw new Error(`No Code 128 of ${text}`)
      // Alternating bars and spaces, in modules.
      const modules = code.sbs.reduce((sum, width) => sum + width, 0)
      const unit = box.width / modules
      let { x } = box
      code.sbs.forEach((width, index) => {
        if (index % 2 === 0) doc.rect(x, box.y, width * unit, box.height)
        x += width * unit
      })
      doc.fill('black')
    },
    qr(doc: Doc, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
      const { data: rows } = encode(text, { ecc: 'M', border: 0 })
      const unit = size / rows.length
      rows.forEach((row, down) => {
        row.forEach((isDark, right) => {
          // A little wider, so that no hair lines are seen between the squares.
          if (isDark) doc.rect(x + right * unit, y + down * unit, unit * 1.02, unit * 1.02)
        })
      })
      doc.fill('black')
    },
  }
}

export type Codes = Awaited<ReturnType<typeof loadCodes>>
