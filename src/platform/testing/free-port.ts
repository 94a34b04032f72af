import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port of 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const address = probe.address()
  await once(probe.close(), 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
