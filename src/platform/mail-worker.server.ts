import type { Db } from './database.server.ts'
import type { Log } from './log.server.ts'
import type { Mail } from './mail-composition.server.ts'
import type { MailTransport } from './mail-transport.server.ts'
import {
  claimDueMail,
  forgetSentMail,
  giveMailUp,
  type QueuedMail,
  retryMail,
} from './outbox.server.ts'

/** Makes the mail that a queued one stands for. Throws for a template that it does not know. */
export type MailMaker = (queued: Pick<QueuedMail, 'template' | 'content'>) => Mail

export type MailWorker = {
  /** Sends what is due now, up to a handful; answers how many mails that were. */
  sendDueMail: () => Promise<number>
  /** Begins to send mails as they fall due. */
  start: () => void
  /** Ends that, and waits a moment for what is under way; it is tried again at the next start. */
  stop: () => Promise<void>
}

const TICK_MS = 500
const BATCH = 25
const SEND_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 5_000

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
}): MailWorker {
  const { db, log, transport, makeMail } = outside
  const stopping = new AbortController()

  const send = async (queued: QueuedMail) => {
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(SEND_LIMIT_MS)])
      return await transport.send(queued.id, makeMail(queued), signal)
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) }
    }
  }
  const sendAndNote = async (queued: QueuedMail): Promise<void> => {
    const { id, template, attempts } = queued
    const outcome = await send(queued)
    if (outcome === 'taken') {
      await forgetSentMail(db, id)
    } else if ('refused' in outcome) {
      log.error({ mail: id, template, reason: outcome.refused }, 'A mail was refused for good')
      await giveMailUp(db, id, outcome.refused)
    } else {
      log.warn({ mail: id, template, attempts, reason: outcome.failed }, 'A mail must wait')
      await retryMail(db, queued, outcome.failed)
    }
  }
  const sendDueMail = async () => {
    const claimed = await claimDueMail(db, BATCH)
    const notes = await Promise.allSettled(claimed.map(sendAndNote))
    const failed = notes.find((note) => note.status === 'rejected')
    if (failed) throw failed.reason
    return claimed.length
  }

  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let underWay: Promise<unknown> = Promise.resolve()
  const tick = () => {
    underWay = sendDueMail()
      .catch((error: unknown) => log.error(error, 'The outbox is out of reach'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(tick, TICK_MS)
      })
  }
  return {
    sendDueMail,
    start: tick,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      const abort = setTimeout(() => stopping.abort(), STOP_LIMIT_MS)
      await underWay
      clearTimeout(abort)
    },
  }
}
