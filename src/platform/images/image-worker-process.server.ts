import { setPriority } from 'node:os'
import { renderImage } from './image.server.ts'

// Runs in the process that image-worker.server.ts starts for one image, at low priority.
setPriority(10)
process.on('message', async (image: Uint8Array) => {
  process.send?.(await renderImage(image))
})
process.on('disconnect', () => process.exit())
