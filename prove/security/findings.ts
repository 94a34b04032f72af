import type { Canaries, CanaryUser } from './canaries.ts'
import type { Received } from './client.ts'

/** The number of calls, and their deviations. */
export type Findings = { tries: number; deviations: string[] }

/** Notes a response whose status is not the expected one, and canaries of others in it. */
export function note(
  findings: Findings,
  canaries: Canaries,
  received: Received,
  user: CanaryUser,
  expected: number,
  title: string,
  sent: { path: string; body?: unknown },
): void {
  findings.tries += 1
  if (received.status !== expected) {
    findings.deviations.push(`${title}: ${received.status}, not ${expected} ${received.text.slice(0, 100)}`)
  }
  const leaks = canaries.leaksIn(received, user, `${sent.path} ${JSON.stringify(sent.body)}`)
  findings.deviations.push(...new Set(leaks.map((leak) => `${title}: leaks ${leak}`)))
}
