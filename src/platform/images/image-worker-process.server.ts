import { setPriority } from 'node:os'
import { renderImage } from './image.server.ts'

// The program of a process that image-worker.server.ts starts, for one picture. Visitors come first.
setPriority(10)
process.on('message', async (picture: Uint8Array) => {
  process.send?.(await renderImage(picture))
})
process.on('disconnect', () => process.exit())
