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
]
const NOT_BUILT = /\.test\.tsx?$|\/testing\//

/** A hash of every file that the build reads: name and content. */
export function inputsStamp(root: string): string {
  const hash = createHash('sha256')
  for (const path of INPUTS.flatMap((input) => filesOf(root, input))) {
    if (NOT_BUILT.test(path)) continue
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Whether the complete build that wrote `stampFile` was made of these inputs. */
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
