import type { Db } from '#platform/database/database.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Mail } from './mail-composition.server.ts'
import type { MailTransport } from './mail-transport.server.ts'
import {
  abandonMail,
  claimDueMail,
  forgetSentMail,
  type QueuedMail,
  retryMail,
} from './outbox.server.ts'

/** Makes the mail that a queued one stands for. Throws for a template that it does not know. */
export type MailMaker = (queued: Pick<QueuedMail, 'template' | 'content'>) => Mail | Promise<Mail>

/** Holds a queued mail back whose recipient may not get it yet; answers whether it did. */
export type HoldMail = (id: string, to: string) => Promise<boolean>

export type MailWorker = Worker & {
  /**
   * Sends what is due now, up to a handful; answers how many mails that were. What `breakOff` cuts
   * short is tried again.
   */
  sendDueMail: (breakOff?: AbortSignal) => Promise<number>
}

const REST_MS = 500
const BATCH = 25
const SEND_LIMIT_MS = 60_000

/**
 * Sends the mails of the outbox. Any number of processes may run one: a mail is claimed, the claim
 * committed, then sent, then forgotten. A process that dies in between sends it again: at least
 * once, never less.
 */
export function createMailWorker(outside: {
  db: Db
  log: Log
  transport: MailTransport
  makeMail: MailMaker
  holdMail: HoldMail
}): MailWorker {
  const { db, log, transport, makeMail, holdMail } = outside

  const send = async (queued: QueuedMail, breakOff?: AbortSignal) => {
    try {
      const mail = await makeMail(queued)
      if (!mail.toUnverified && (await holdMail(queued.id, mail.to))) return 'held'
      const limit = AbortSignal.timeout(SEND_LIMIT_MS)
      const signal = breakOff ? AbortSignal.any([breakOff, limit]) : limit
      return await transport.send(queued.id, mail, signal)
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) }
    }
  }
  const sendAndNote = async (queued: QueuedMail, breakOff?: AbortSignal): Promise<void> => {
    const { id, template, attempts } = queued
    const outcome = await send(queued, breakOff)
    if (outcome === 'held') return
    if (outcome === 'taken') {
      await forgetSentMail(db, id)
    } else if ('refused' in outcome) {
      log.error({ mail: id, template, reason: outcome.refused }, 'A mail was refused for good')
      await abandonMail(db, id, outcome.refused)
    } else {
      log.warn({ mail: id, template, attempts, reason: outcome.failed }, 'A mail must wait')
      await retryMail(db, queued, outcome.failed)
    }
  }
  const sendDueMail = async (breakOff?: AbortSignal) => {
    const claimed = await claimDueMail(db, BATCH)
    const notes = await Promise.allSettled(claimed.map((queued) => sendAndNote(queued, breakOff)))
    const failed = notes.find((note) => note.status === 'rejected')
    if (failed) throw failed.reason
    return claimed.length
  }

  const worker = createWorker({
    restMs: REST_MS,
    turn: ({ now }) => sendDueMail(now),
    onError: (error) => log.error(error, 'The outbox is out of reach'),
  })
  return { ...worker, sendDueMail }
}
