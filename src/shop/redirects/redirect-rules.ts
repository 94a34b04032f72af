import { rowsOf, type Separator } from '#shop/tables/cells.ts'

export const MAX_REDIRECTS = 10_000
const LONGEST = 2000
/** Problems that are named; the others are counted. */
const NAMED = 5
const SEPARATORS: readonly Separator[] = ['\t', ';', ',']

/** An address of an earlier web site, and the path that took its place. */
export type Redirect = { path: string; target: string }

/** The redirects of a file, or why it has none. */
export type ReadRedirects = { redirects: Redirect[] } | { problem: string }

/** Returns the form in which an earlier address is stored and looked up: without host, in lower case. */
export function redirectKey(pathAndQuery: string): string {
  const [path = '', ...query] = decoded(pathAndQuery).toLowerCase().split('?')
  const plain = path.replace(/\/{1,20}$/, '')
  return query.length > 0 ? `${plain}?${query.join('?')}` : plain
}

function decoded(address: string): string {
  try {
    return decodeURI(address).toWellFormed().replaceAll('\0', '')
  } catch {
    return address
  }
}

/**
 * Reads a file of two columns: the earlier address, with or without its host, and the page of this shop.
 * The first row may be headings. Nothing is taken from a file with a problem.
 */
export function readRedirects(text: string, publicUrl: string): ReadRedirects {
  const beginning = text.slice(0, 10_000)
  const separator = SEPARATORS.find((separator) => beginning.includes(separator)) ?? ','
  const found = new Map<string, string>()
  const problems: string[] = []
  let row = 0
  for (const { cells } of rowsOf(text.replace(/^\ufeff/, ''), separator)) {
    row += 1
    const [from = '', to = ''] = cells
    const isHeading = row === 1 && !/[/.]/.test(from + to)
    if (isHeading || cells.every((cell) => cell === '')) continue
    const read = readRow(from, to, publicUrl, found)
    if ('problem' in read) problems.push(`Row ${row}: ${read.problem}`)
    else found.set(read.path, read.target)
    if (found.size + problems.length > MAX_REDIRECTS)
      return { problem: `At most ${MAX_REDIRECTS.toLocaleString('en-US')} rows are kept.` }
  }
  const redirects = [...found.keys()].flatMap((path) => {
    const target = endOf(path, found)
    if (target === null) problems.push(`${path} leads back to itself`)
    return target === null ? [] : { path, target }
  })
  if (problems.length === 0) return { redirects }
  const more = problems.length > NAMED ? `, and ${problems.length - NAMED} more` : ''
  return { problem: `${problems.slice(0, NAMED).join('; ')}${more}. Nothing was changed.` }
}

type Targets = ReadonlyMap<string, string>
type ReadRow = Redirect | { problem: string }

function readRow(from: string, to: string, publicUrl: string, known: Targets): ReadRow {
  const earlier = parse(from, publicUrl)
  const target = parse(to, publicUrl)
  if (!earlier) return { problem: `“${from.slice(0, 60)}” is no address` }
  if (!target) return { problem: `“${to.slice(0, 60)}” is no page` }
  if (target.origin !== new URL(publicUrl).origin)
    return { problem: `${target.host} is another host; write a path of this shop, such as /tools` }
  const path = redirectKey(earlier.pathname + earlier.search)
  const page = target.pathname + target.search + target.hash
  if (path === '') return { problem: 'the home page can’t be redirected' }
  if (path.length > LONGEST || page.length > LONGEST) return { problem: 'the address is too long' }
  if (/^\/\//.test(page)) return { problem: `“${to.slice(0, 60)}” is no page` }
  if (path === redirectKey(target.pathname + target.search)) return { problem: `${from} leads to itself` }
  return known.has(path) ? { problem: `${from} is there twice` } : { path, target: page }
}

function parse(text: string, publicUrl: string): URL | undefined {
  const isAddress = /^(?:https?:\/\/|\/)\S*$/i.test(text.trim())
  const url = isAddress && URL.canParse(text, publicUrl) ? new URL(text, publicUrl) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Follows redirects to redirects; null for a circle. */
function endOf(path: string, redirects: Targets): string | null {
  const seen = new Set<string>()
  let target = path
  for (let key = path; ; key = redirectKey(target.split('#')[0] ?? '')) {
    const next = redirects.get(key)
    if (next === undefined) return target
    if (seen.has(key)) return null
    seen.add(key)
    target = next
  }
}
