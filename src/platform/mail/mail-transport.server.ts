import type { Mail } from './mail-composition.server.ts'

/** Sends mails. */
export type MailTransport = {
  /**
   * Sends a mail. `id` is the same for each attempt, so that recipients can detect duplicates. Returns
   * `refused` for a permanent failure; throws when a retry may succeed.
   */
  send: (id: string, mail: Mail, signal: AbortSignal) => Promise<'accepted' | { refused: string }>
  close: () => void
}
