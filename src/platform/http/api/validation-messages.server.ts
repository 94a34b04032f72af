import { z } from 'zod'

/**
 * Replaces zod's own messages about sizes, which name types and signs, by sentences that a person can act
 * on. Messages that a schema gives win.
 */
export function setReadableMessages(): void {
  z.config({ customError: readableMessage })
}

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0]

function readableMessage(issue: Issue): string | undefined {
  if (issue.code === 'too_big') return sizeText('at most', issue.origin, issue.maximum)
  if (issue.code === 'too_small') return sizeText('at least', issue.origin, issue.minimum)
  return undefined
}

function sizeText(bound: string, origin: string, size: number | bigint): string {
  if (origin === 'string') return `Type ${bound} ${size} character${size === 1 ? '' : 's'}`
  if (origin === 'array') return `Send ${bound} ${size} of them`
  return `The number must be ${bound} ${size}`
}
