import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/

/** Puts a `.br` and a `.gz` beside each text file of a folder, for the server to send as they are. */
export function compressAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!COMPRESSIBLE.test(name)) continue
    const file = join(folder, name)
    const plain = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(plain))
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
  }
}
