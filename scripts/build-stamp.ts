import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const INPUTS = [
  'src',
  'public',
  'db',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.ts',
  'scripts/compress-assets.ts',
]
const NOT_BUILT = /\.test\.tsx?$|\/testing\//

/** Returns a hash of the names and contents of all files that the build reads. */
export function inputsStamp(root: string): string {
  const hash = createHash('sha256')
  for (const path of INPUTS.flatMap((input) => filesOf(root, input))) {
    if (NOT_BUILT.test(path)) continue
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Returns whether the last complete build, which wrote `stampFile`, used the same inputs. */
export function isUpToDate(stampFile: string, stamp: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

function filesOf(root: string, path: string): string[] {
  const absolute = join(root, path)
  if (!existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [path]
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesOf(root, `${path}/${name}`))
}
