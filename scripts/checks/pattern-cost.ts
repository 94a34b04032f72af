import { analyse } from 'scslre'
import { parseSync } from 'vite'

/** A pattern that can take time that grows faster than the text, and the line where it stands. */
export type CostlyPattern = { pattern: string; line: number }

type Node = { type?: string; start?: number; regex?: { pattern: string; flags: string } }

/**
 * Returns the regular expressions of a source file that backtrack or start again so often that a long
 * run of one character takes the square of its length, or worse: `/\s+$/`, `/(a+)+b/`. Those with a
 * maximum, such as `/\s{1,9}$/`, are fast. Patterns that are put together from strings are not seen.
 */
export function findCostlyPatterns(file: string, source: string): CostlyPattern[] {
  const costly: CostlyPattern[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start = 0, regex } = node as Node
    if (type === 'Literal' && regex && isCostly(regex)) {
      const line = source.slice(0, start).split('\n').length
      costly.push({ pattern: `/${regex.pattern}/${regex.flags}`, line })
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return costly
}

function isCostly({ pattern, flags }: { pattern: string; flags: string }): boolean {
  return analyse(new RegExp(pattern, flags)).reports.length > 0
}
