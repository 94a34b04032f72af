import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What `npm run test:all` is for: money, stock, and where the pieces of an order are. */
const RISKY =
  /^(src\/shop\/(payments|orders|order-desk|refunds|shipping|returns|inventory)\/|db\/schema\/\d+-(payments|orders|refunds|shipping|returns|inventory|stock))/

/**
 * The files that differ from the main branch of the remote, uncommitted and untracked ones included. Where
 * HEAD is that branch, or there is no remote, the uncommitted ones; without any, those that differ from the last
 * commit that is older than a day. Empty outside of a Git checkout.
 */
export function changedFiles(): string[] {
  const base = baseOfChange()
  if (!base) return []
  const changed = git('diff', '--name-only', '--diff-filter=d', base)
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard')])]
}

/** The commit that a change is compared with; undefined outside of a Git checkout. */
export function baseOfChange(): string | undefined {
  const [head] = git('rev-parse', 'HEAD')
  const [remote] = git('merge-base', 'HEAD', 'origin/main')
  if (remote && remote !== head) return remote
  if (git('status', '--porcelain').length > 0) return head
  const [yesterday] = git('rev-list', '-1', '--before=1 day ago', 'HEAD')
  return yesterday ?? head
}

/** Returns whether `npm run test:all` should follow: the change touches money, stock or shipping. */
export function needsAllTests(files: string[]): boolean {
  return files.some((file) => RISKY.test(file) && !/\.(test|md)\b/.test(file))
}

/** The folders of a change below `src`, for the database tests that stand in them. */
export function changedFolders(files: string[]): string[] {
  const sources = files.filter((file) => /^(src|prove)\/.*\.(ts|tsx|sql|json)$/.test(file))
  return [...new Set(sources.map((file) => `${file.slice(0, file.lastIndexOf('/'))}/`))]
}

/** Runs Git and returns the lines of its output, none if it failed. */
function git(...args: string[]): string[] {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio })
    return text.split('\n').filter(Boolean)
  } catch {
    return []
  }
}
