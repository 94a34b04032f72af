import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { adminSettings, signInAsAdmin } from './admin.ts'
import { type Rows, report } from './report.ts'

const SIZE = { width: 6000, height: 4000 }
const AT_ONCE = 6

/**
 * Measures the memory above idle while an admin uploads several 24-megapixel images, the largest
 * accepted, at once: of the shop and of its image workers. Reads /proc, so it runs only on Linux.
 */
const shop = await startTestShop(adminSettings)
const rows: Rows = {}
try {
  const token = await signInAsAdmin(shop)
  const idle = residentMegabytes(shop.pid)
  const pixels = await sharp({ create: { ...SIZE, channels: 3, background: 'steelblue' } })
    .raw()
    .toBuffer()
  const image = () => sharp(pixels, { raw: { ...SIZE, channels: 3 } })
  // With an EXIF rotation.
  const turned = () => image().withMetadata({ orientation: 6 })
  const images = {
    jpeg: await turned().jpeg().toBuffer(),
    'progressive jpeg': await turned().jpeg({ progressive: true }).toBuffer(),
    png: await image().png().toBuffer(),
    'interlaced png': await image().png({ progressive: true }).toBuffer(),
    webp: await image().webp({ effort: 0 }).toBuffer(),
    avif: await image().avif({ effort: 0 }).toBuffer(),
  }
  for (const [name, bytes] of Object.entries(images)) rows[name] = await measure(bytes)

  async function measure(bytes: Buffer) {
    let [shopPeak, childrenPeak] = [0, 0]
    const watch = setInterval(() => {
      shopPeak = Math.max(shopPeak, residentMegabytes(shop.pid))
      childrenPeak = Math.max(childrenPeak, childrenMegabytes(shop.pid))
    }, 20)
    const start = performance.now()
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => upload(bytes, token)))
    clearInterval(watch)
    return {
      stored: statuses.filter((status) => status === 200).length,
      seconds: Math.round((performance.now() - start) / 100) / 10,
      'shop, MB above idle': Math.round(shopPeak - idle),
      'image processes, MB': Math.round(childrenPeak),
    }
  }
} finally {
  await shop.stop()
}
report('Memory above idle during uploads, MB', rows)

/** What follows the image makes it another one each time. */
async function upload(bytes: Buffer, token: string): Promise<number> {
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(bytes), randomBytes(16)]), 'big')
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${shop.url}/api/images`, { method: 'POST', body, headers })
  await answer.arrayBuffer()
  return answer.status
}

function childrenMegabytes(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children.split(' ').reduce((sum, child) => sum + residentMegabytes(Number(child)), 0)
}

/** 0 for a process that has just ended. */
function residentMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
