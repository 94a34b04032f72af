import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { memoryMb, processorMs } from './processor-time.ts'
import { type Rows, report } from './report.ts'

const IDLE_MS = 5000
const LOAD_SECONDS = 5
const CONNECTIONS = 32

/** Measures a first and a later start, and the memory of shop and database idle and under load. */
const rows: Rows = {}
await measure()
report('Starts and memory', rows)

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
  try {
    for (const start of ['first', 'later']) {
      const began = performance.now()
      const shop = await startTestShop({ DATA_DIR: dataDir })
      try {
        const seconds = Math.round((performance.now() - began) / 100) / 10
        const processorSeconds = processorMs(shop.pid) / 1000
        await new Promise((idle) => setTimeout(idle, IDLE_MS))
        const idle = memoryMb(shop.pid)
        let loaded = 0
        const watching = setInterval(() => {
          loaded = Math.max(loaded, memoryMb(shop.pid))
        }, 250)
        // An invalid token, because visitors' responses would come from the cache.
        await autocannon({
          url: `${shop.url}/purchase`,
          headers: { authorization: 'Bearer of.no.body' },
          connections: CONNECTIONS,
          duration: LOAD_SECONDS,
        })
        clearInterval(watching)
        rows[`${start} start`] = {
          seconds,
          'processor seconds': processorSeconds,
          'idle MB, shop and database': idle,
          'MB under load, shop and database': loaded,
        }
      } finally {
        await shop.stop()
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
