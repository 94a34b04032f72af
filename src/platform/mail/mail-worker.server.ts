import { setTimeout } from 'node:timers/promises'
import type { Db } from '#platform/database/database.server.ts'
import { createBatchQueue } from '#platform/jobs/batch-queue.server.ts'
import { createWorker, type StopSignals, untilAborted, type Worker } from '#platform/jobs/worker.server.ts'
import { finishRound } from '#platform/jobs/worker-lease.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Mail, MailTransport } from './mail-composition.server.ts'
import {
  abandonMail,
  claimDueMail,
  deleteSentMails,
  dropMail,
  type QueuedMail,
  releaseMails,
  retryMail,
  retryMisdatedMails,
  type SentMail,
} from './outbox.server.ts'

/**
 * Renders a queued mail, without slow attachments while many mails are due (`isBusy`); null when it is no
 * longer true. Throws for an unknown template.
 */
export type MailRenderer = (
  queued: Pick<QueuedMail, 'template' | 'content'>,
  isBusy: boolean,
) => Mail | Promise<Mail | null>

/** Queues a mail until its recipient is verified; returns whether it does. */
export type QueueUntilVerified = (id: string, to: string) => Promise<boolean>

/** Records sent mails, in the transaction that deletes them from the outbox. */
export type RecordSent = (db: Db, mails: SentMail[]) => Promise<void>

export type MailWorker = Worker & {
  /**
   * Sends a batch of due mails and returns their number. On `drain`, mails that are not being sent yet
   * go back to the outbox; on `abort`, the others too.
   */
  sendDueMail: (stopping?: StopSignals) => Promise<number>
}

const PAUSE_MS = 500
const BATCH = 50
/** Above this many due mails, attachments are skipped. */
const QUIET_BATCH = 5
const MAX_REST_MS = 200
const SEND_TIMEOUT_MS = 60_000
const CHECK_EVERY_MS = 60_000

/**
 * Creates the worker that sends the mails of the outbox. Several processes may run one. A mail is
 * claimed, sent and then deleted, so a crash in between sends it again: delivery is at least once.
 */
export function createMailWorker(deps: {
  db: Db
  log: Log
  transport: MailTransport
  renderMail: MailRenderer
  queueUntilVerified: QueueUntilVerified
  recordSent?: RecordSent
}): MailWorker {
  const { db, log, transport, renderMail, queueUntilVerified, recordSent = async () => {} } = deps

  const prepare = async (
    queued: QueuedMail,
    isBusy: boolean,
  ): Promise<Mail | 'queued' | 'dropped' | Failed> => {
    try {
      const mail = await renderMail(queued, isBusy)
      if (mail === null) return 'dropped'
      return !mail.toUnverified && (await queueUntilVerified(queued.id, mail.to)) ? 'queued' : mail
    } catch (error) {
      return failed(error)
    }
  }
  const send = async (id: string, mail: Mail, stopping?: StopSignals) => {
    const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
    const signal = stopping ? AbortSignal.any([stopping.abort, timeout]) : timeout
    try {
      return await transport.send(id, mail, signal)
    } catch (error) {
      return stopping?.abort.aborted ? 'released' : failed(error)
    }
  }
  // Mails that are accepted at about the same time are deleted together.
  const deleteSent = createBatchQueue<string, void>({
    run: async (ids) => {
      await db.transaction().execute(async (db) => recordSent(db, await deleteSentMails(db, ids)))
      return ids.map(() => ({ value: undefined }))
    },
    atOnce: 1,
    maxWeight: BATCH,
  })
  const sendAndRecord = async (
    queued: QueuedMail,
    isBusy: boolean,
    stopping?: StopSignals,
  ): Promise<'done' | 'released'> => {
    const { id, template, attempts } = queued
    const preparing = prepare(queued, isBusy)
    // It may wait for documents, which are rendered sequentially.
    if (!(await untilAborted(preparing, stopping?.drain))) return 'released'
    const mail = await preparing
    if (mail === 'queued') return 'done'
    if (mail === 'dropped') {
      await dropMail(db, id)
      return 'done'
    }
    const outcome = 'failed' in mail ? mail : await send(id, mail, stopping)
    if (outcome === 'released') return 'released'
    if (outcome === 'accepted') {
      await deleteSent(id)
    } else if ('refused' in outcome) {
      log.error({ mail: id, template, reason: outcome.refused }, 'Mail rejected permanently')
      await abandonMail(db, id, outcome.refused)
    } else {
      log.warn({ mail: id, template, attempts, reason: outcome.failed }, 'Mail delivery deferred')
      await retryMail(db, queued, outcome.failed)
    }
    return 'done'
  }
  let checkedAt = Number.NEGATIVE_INFINITY
  const sendDueMail = async (stopping?: StopSignals) => {
    const isChecked = performance.now() - checkedAt > CHECK_EVERY_MS
    if (isChecked) await retryMisdatedMails(db)
    const claimed = await claimDueMail(db, BATCH)
    const isBusy = claimed.length > QUIET_BATCH
    const results = await Promise.allSettled(claimed.map((queued) => sendAndRecord(queued, isBusy, stopping)))
    const released = claimed.flatMap(({ id }, index) => {
      const result = results[index]
      return result?.status === 'fulfilled' && result.value === 'released' ? [id] : []
    })
    if (released.length > 0) await releaseMails(db, released)
    const rejected = results.find((result) => result.status === 'rejected')
    if (rejected) throw rejected.reason
    if (isChecked) {
      checkedAt = performance.now()
      await finishRound(db, 'mail worker', 0)
    }
    return claimed.length
  }

  const worker = createWorker({
    pauseMs: PAUSE_MS,
    // Continues while more is due, so that the outbox of a busy shop does not grow. Sleeps as long as the
    // last batch took, leaving capacity to requests.
    run: async (stopping) => {
      const { drain } = stopping
      let startedAt = performance.now()
      while ((await sendDueMail(stopping)) === BATCH && !drain.aborted) {
        const restMs = Math.min(performance.now() - startedAt, MAX_REST_MS)
        await setTimeout(restMs, undefined, { signal: drain }).catch(() => {})
        startedAt = performance.now()
      }
    },
    onError: (error) => log.error(error, 'The outbox is unreachable'),
  })
  return { ...worker, sendDueMail }
}

type Failed = { failed: string }

function failed(error: unknown): Failed {
  return { failed: error instanceof Error ? error.message : String(error) }
}
