import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { canInstallDebianPackages, unpackDebianPackages } from './debian-packages.ts'

// Kept between runs, like every other package.
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/barcode-reader')
const PACKAGES = ['zxing-cpp-tools', 'poppler-utils']

/** A part of a page, in points from its upper left corner. */
export type PagePart = { x: number; y: number; width: number; height: number }

/**
 * Reads the barcodes of each page of a PDF, as "Code128 FW-10428", or of certain parts of its first page:
 * the reader ends at several linear codes in one picture.
 */
export type ReadBarcodes = (pdf: Uint8Array, parts?: PagePart[]) => string[][]

/**
 * Returns a reader of printed barcodes: Debian's ZXing on pages that Poppler draws, both installed or
 * unpacked into the cache. Returns the reason when this machine can't.
 */
export function createBarcodeReader(): ReadBarcodes | { skipped: string } {
  const isInstalled = ['ZXingReader', 'pdftoppm'].every((name) => existsSync(`/usr/bin/${name}`))
  if (!isInstalled && !existsSync(CACHE)) {
    if (!canInstallDebianPackages()) return { skipped: 'ZXing needs root on Debian or Ubuntu' }
    unpackDebianPackages(CACHE, PACKAGES)
  }
  const env = {
    PATH: ['/usr/bin', join(CACHE, 'usr/bin')].join(delimiter),
    LD_LIBRARY_PATH: globSync(join(CACHE, 'usr/lib/*-linux-gnu*')).join(delimiter),
  }
  return (pdf, parts) => {
    const folder = mkdtempSync(join(tmpdir(), 'forgewell-barcodes-'))
    const draw = (name: string, ...args: string[]) =>
      execFileSync('pdftoppm', ['-r', String(DPI), '-png', ...args, 'file.pdf', name], {
        cwd: folder,
        env,
      })
    try {
      writeFileSync(join(folder, 'file.pdf'), pdf)
      if (parts) for (const [index, part] of parts.entries()) draw(`${index}`, ...cropOf(part))
      else draw('page')
      const images = globSync('*.png', { cwd: folder }).toSorted()
      return images.map((image) => barcodesOf(join(folder, image), env))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const DPI = 200

function cropOf({ x, y, width, height }: PagePart): string[] {
  const pixels = (points: number) => String(Math.round((points / 72) * DPI))
  const crop = { x: pixels(x), y: pixels(y), W: pixels(width), H: pixels(height) }
  return ['-l', '1', ...Object.entries(crop).flatMap(([name, value]) => [`-${name}`, value])]
}

/** A barcode of the reader's answer is a block of lines such as `Format: "Code128"`. */
function barcodesOf(image: string, env: NodeJS.ProcessEnv): string[] {
  const printed = execFileSync('ZXingReader', ['-norotate', image], { env, encoding: 'utf8' })
  const values = (name: string) =>
    [...printed.matchAll(new RegExp(`^${name}:\\s+"?(.*?)"?$`, 'gm'))].map(([, value]) => value)
  const texts = values('Text')
  const codes = values('Format').flatMap((format, index) =>
    texts[index] ? [`${format} ${texts[index]}`] : [],
  )
  return [...new Set(codes)].toSorted()
}
