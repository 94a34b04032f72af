/** A row of a table in docs/security: requirements of the standard, and what meets them. */
export type SecurityRow = { ids: string[]; metBy: string }

/** A test named in a row, by its file and title, or only a file. */
export type SecurityReference = { file: string; title?: string }

const ROW = /^\| (V\d+\.\d+\.\d+(?:, V\d+\.\d+\.\d+)*) \| (.+) \|$/gm
const FILE = /`([\w.][\w./-]*\.\w+)`(?: “([^”]+)”((?:, “[^”]+”)*))?/g
const REASON = /\b(Not applicable|Exception): \S.{20,}/

/** Returns the rows of requirements in a Markdown text. */
export function securityRows(markdown: string): SecurityRow[] {
  return Array.from(markdown.matchAll(ROW), ([, ids = '', metBy = '']) => ({
    ids: ids.split(', '),
    metBy,
  }))
}

/** Returns the tests and files that a row names: `` `a.test.ts` “title”, “another” ``. */
export function securityReferences({ metBy }: Pick<SecurityRow, 'metBy'>): SecurityReference[] {
  return Array.from(metBy.matchAll(FILE)).flatMap(([, file = '', first, more = '']) => {
    if (first === undefined) return [{ file }]
    const others = Array.from(more.matchAll(/“([^”]+)”/g), ([, title = '']) => title)
    return [first, ...others].map((title) => ({ file, title }))
  })
}

/**
 * Returns the errors of the rows: requirements that are missing, double or unknown, and rows without a
 * file, a test or a reason. `read` returns a file's text, undefined if there is none.
 */
export function securityProblems(
  rows: SecurityRow[],
  requirements: Set<string>,
  read: (file: string) => string | undefined,
): string[] {
  const seen = new Set<string>()
  const problems = rows.flatMap((row) => {
    const ofRow: string[] = []
    const name = row.ids.join(', ')
    for (const id of row.ids) {
      if (seen.has(id)) ofRow.push(`${id} stands twice`)
      seen.add(id)
      if (!requirements.has(id)) ofRow.push(`${id} is not a requirement`)
    }
    const references = securityReferences(row)
    if (references.length === 0 && !REASON.test(row.metBy)) {
      ofRow.push(`${name} names neither a file, a test nor a reason`)
    }
    for (const { file, title } of references) {
      const text = read(file)
      if (text === undefined) ofRow.push(`${name}: the file ${file} does not exist`)
      else if (title !== undefined && !hasTest(text, title)) {
        ofRow.push(`${name}: ${file} has no test “${title}”`)
      }
    }
    return ofRow
  })
  const missing = [...requirements].filter((id) => !seen.has(id))
  return [...problems, ...missing.map((id) => `${id} is missing`)]
}

/** Whether a test file has a test, or a table of tests, with exactly this title; the tag of the gate may follow. */
function hasTest(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) =>
    ['', ' @gate'].some((tag) => text.includes(quote + title + tag + quote)),
  )
}
