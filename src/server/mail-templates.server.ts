import { ownerMails } from '#operations/owner-mails.server.ts'
import { weeklyMails } from '#operations/weekly-mail.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { composeMail, type MailTemplates } from '#platform/mail/mail-composition.server.ts'
import type { MailSender } from '#platform/mail/mail-draft.server.ts'
import type { MailRenderer } from '#platform/mail/mail-worker.server.ts'
import { shopJobs, type WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { accountMails } from '#shop/auth/auth-mails.server.ts'
import { invitationMails } from '#shop/companies/pending/invitation-mail.server.ts'
import { contactMails } from '#shop/contact/contact-mail.server.ts'
import { orderMails } from '#shop/orders/order-mails.server.ts'
import { returnMails } from '#shop/returns/return-mails.server.ts'
import { reviewMails } from '#shop/reviews/admin/review-mails.server.ts'
import { shippingMails } from '#shop/shipping/print/shipped-mail.server.ts'

/** Creates the renderer of all mail templates. Throws for an unknown template. */
export function createMailRenderer(environment: {
  db: Db
  site: MailSender
  authSecret: string
  contactEmail: string
  workers: WorkerPool
}): MailRenderer {
  const { db, site, authSecret, contactEmail, workers } = environment
  const run = workers(shopJobs)
  const ownerEmail = () => site.contactEmail ?? contactEmail
  const templates: MailTemplates = {
    ...accountMails(authSecret),
    ...invitationMails(authSecret),
    ...orderMails(db, run),
    ...shippingMails(db, run),
    ...returnMails(db, run),
    ...reviewMails,
    ...contactMails(ownerEmail),
    ...ownerMails(db, ownerEmail),
    ...weeklyMails(db, ownerEmail),
  }
  return async ({ template, content }, isBusy) => {
    const draft = Object.hasOwn(templates, template) && templates[template]
    if (!draft) throw new Error(`Unknown mail template: ${template}`)
    // A template is queued only by its slice, with the right content.
    const drafted = await draft(content as never, site, isBusy)
    return drafted && composeMail(site, drafted)
  }
}
