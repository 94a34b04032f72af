import { setPriority } from 'node:os'
import { renderPicture } from './picture.server.ts'

// The program of a process that render-apart.server.ts starts, for one picture. Visitors come first.
setPriority(10)
process.on('message', async (picture: Uint8Array) => {
  process.send?.(await renderPicture(picture))
})
process.on('disconnect', () => process.exit())
