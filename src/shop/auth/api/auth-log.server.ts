import { isConnectionLost } from '#platform/database/connection-errors.server.ts'
import type { Log } from '#platform/log.server.ts'

/** What any visitor can cause: better-auth logs each as an error, some with the URL that was sent. */
const CAUSED_BY_VISITORS =
  /^(Invalid |Blocked cross-site|Failed to parse state|State |INVALID_CALLBACK_REQUEST|OAuth issuer mismatch|OAuth id_token nonce|Unable to get user info|Failed to verify (registration|authentication)|.*state[ _]mismatch)/i

/**
 * Returns better-auth's logger. Requests that are refused are logged at level info and without what was
 * sent, so that visitors can't fill the log with errors.
 */
export function createAuthLog(log: Log) {
  return {
    level: 'error' as const,
    log: (_level: string, message: string, ...details: unknown[]) => {
      if (!CAUSED_BY_VISITORS.test(message) || details.some(isConnectionLost)) {
        log.error({ details }, message)
        return
      }
      log.info({ reason: message.split(':', 1)[0] }, 'Sign-in request refused')
    },
  }
}
