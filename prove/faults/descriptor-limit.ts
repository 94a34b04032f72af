import { readFileSync } from 'node:fs'

/** How many files and connections this process may open; 0 if unknown. */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
  } catch {
    return 0
  }
}
