import type { Mail } from './mail-composition.server.ts'

/** What carries mails out of the shop. */
export type MailTransport = {
  /**
   * Hands a mail over. `id` is the same for each try of one mail, so that who gets it twice can tell.
   * `refused` says that this mail will never be taken; throws when another try may succeed.
   */
  send: (id: string, mail: Mail, signal: AbortSignal) => Promise<'taken' | { refused: string }>
  close: () => void
}
