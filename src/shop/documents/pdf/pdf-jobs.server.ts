import type { WorkerJob } from '#platform/workers/worker-pool.server.ts'
import type { renderPdf } from './render-pdf.server.ts'
import type { renderSheets } from './sheets/draw-sheet.server.ts'

/**
 * The process that renders PDFs: a document of 200 lines takes half a second of it. It is kept between
 * documents, because fonts and libraries take as long to load.
 */
export const pdfWorker = { name: 'pdf', timeoutMs: 120_000, keepMs: 60_000 }

export const documentJob: WorkerJob<typeof renderPdf> = {
  kind: pdfWorker,
  module: 'src/shop/documents/pdf/render-pdf.server.ts',
  function: 'renderPdf',
}

export const sheetsJob: WorkerJob<typeof renderSheets> = {
  kind: pdfWorker,
  module: 'src/shop/documents/pdf/sheets/draw-sheet.server.ts',
  function: 'renderSheets',
}
