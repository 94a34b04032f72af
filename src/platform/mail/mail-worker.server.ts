import { setTimeout } from 'node:timers/promises'
import type { Db } from '#platform/database/database.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import { createWorker, type Worker } from '#platform/jobs/worker.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Mail } from './mail-composition.server.ts'
import type { MailTransport } from './mail-transport.server.ts'
import {
  abandonMail,
  claimDueMail,
  deleteSentMails,
  type QueuedMail,
  retryMail,
  retryMisdatedMails,
} from './outbox.server.ts'

/**
 * Renders a queued mail, without files that take long while many mails are waiting (`isBusy`). Throws
 * for an unknown template.
 */
export type MailRenderer = (
  queued: Pick<QueuedMail, 'template' | 'content'>,
  isBusy: boolean,
) => Mail | Promise<Mail>

/** Holds a mail whose recipient is not verified yet; returns whether it is held. */
export type HoldMail = (id: string, to: string) => Promise<boolean>

export type MailWorker = Worker & {
  /** Sends a batch of due mails and returns their number. Mails aborted by `signal` are retried. */
  sendDueMail: (signal?: AbortSignal) => Promise<number>
}

const PAUSE_MS = 500
const BATCH = 50
/** More mails than this at once are many. */
const QUIET_BATCH = 5
const MAX_REST_MS = 200
const SEND_TIMEOUT_MS = 60_000
const CHECK_DATES_EVERY_MS = 60_000

/**
 * Creates the worker that sends the mails of the outbox. Several processes may run one. A mail is
 * claimed, sent and then deleted, so a crash in between sends it again: delivery is at least once.
 */
export function createMailWorker(deps: {
  db: Db
  log: Log
  transport: MailTransport
  renderMail: MailRenderer
  holdMail: HoldMail
}): MailWorker {
  const { db, log, transport, renderMail, holdMail } = deps

  const send = async (queued: QueuedMail, isBusy: boolean, signal?: AbortSignal) => {
    try {
      const mail = await renderMail(queued, isBusy)
      if (!mail.toUnverified && (await holdMail(queued.id, mail.to))) return 'held'
      const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
      const sendSignal = signal ? AbortSignal.any([signal, timeout]) : timeout
      return await transport.send(queued.id, mail, sendSignal)
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) }
    }
  }
  // Mails that are accepted at about the same time are deleted together.
  const deleteSent = createBatchQueue<string, void>({
    run: async (ids) => {
      await deleteSentMails(db, ids)
      return ids.map(() => ({ value: undefined }))
    },
    atOnce: 1,
    mostWeight: BATCH,
  })
  const sendAndRecord = async (queued: QueuedMail, isBusy: boolean, signal?: AbortSignal) => {
    const { id, template, attempts } = queued
    const outcome = await send(queued, isBusy, signal)
    if (outcome === 'held') return
    if (outcome === 'accepted') {
      await deleteSent(id)
    } else if ('refused' in outcome) {
      log.error({ mail: id, template, reason: outcome.refused }, 'Mail rejected permanently')
      await abandonMail(db, id, outcome.refused)
    } else {
      log.warn({ mail: id, template, attempts, reason: outcome.failed }, 'Mail delivery deferred')
      await retryMail(db, queued, outcome.failed)
    }
  }
  let datesCheckedAt = Number.NEGATIVE_INFINITY
  const sendDueMail = async (signal?: AbortSignal) => {
    if (performance.now() - datesCheckedAt > CHECK_DATES_EVERY_MS) {
      datesCheckedAt = performance.now()
      await retryMisdatedMails(db)
    }
    const claimed = await claimDueMail(db, BATCH)
    const isBusy = claimed.length > QUIET_BATCH
    const results = await Promise.allSettled(
      claimed.map((queued) => sendAndRecord(queued, isBusy, signal)),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    return claimed.length
  }

  const worker = createWorker({
    pauseMs: PAUSE_MS,
    // Continues while more is due, or the outbox of a busy shop would grow; but rests in between for
    // as long as it worked, so that it takes little from the requests meanwhile.
    run: async ({ drain, abort }) => {
      let startedAt = performance.now()
      while ((await sendDueMail(abort)) === BATCH && !drain.aborted) {
        const restMs = Math.min(performance.now() - startedAt, MAX_REST_MS)
        await setTimeout(restMs, undefined, { signal: drain }).catch(() => {})
        startedAt = performance.now()
      }
    },
    onError: (error) => log.error(error, 'The outbox is unreachable'),
  })
  return { ...worker, sendDueMail }
}
