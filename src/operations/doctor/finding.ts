/** The result of one check. A warning may resolve by itself. `lines` are for the terminal. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'error'; lines: string[] }

/** What a check returns; the doctor adds what it is about. */
export type Result = Omit<Finding, 'about'>

export const ok = (...lines: string[]): Result => ({ state: 'ok', lines })
export const warning = (...lines: string[]): Result => ({ state: 'warning', lines })
export const failure = (...lines: string[]): Result => ({ state: 'error', lines })

export type Check = [about: string, check: () => Promise<Result> | Result]

/** Runs checks one after the other; one that throws is an error with its message. */
export async function runChecks(checks: Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [about, check] of checks) {
    try {
      findings.push({ about, ...(await check()) })
    } catch (error) {
      findings.push({ about, ...failure(messageOf(error)) })
    }
  }
  return findings
}

/** The message of an error; those of an AggregateError joined. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** How long ago something was: "5 minutes ago". */
export function ago(time: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000))
  const [size, unit] =
    [[86_400, 'day'] as const, [3_600, 'hour'] as const, [60, 'minute'] as const].find(
      ([size]) => seconds >= 2 * size,
    ) ?? ([1, 'second'] as const)
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
