import {
  composeMail,
  type MailSender,
  type MailTemplates,
} from '#platform/mail/mail-composition.server.ts'
import type { MailRenderer } from '#platform/mail/mail-worker.server.ts'
import { accountMails } from '#shop/auth/auth-mails.server.ts'
import { contactMails } from '#shop/contact/contact-mail.server.ts'
import { orderMails } from '#shop/orders/order-mails.server.ts'

/** Makes every mail that the shop's slices queue. */
export function createMailRenderer(environment: {
  site: MailSender
  authSecret: string
  contactEmail: string
}): MailRenderer {
  const { site, authSecret, contactEmail } = environment
  const templates: MailTemplates = {
    ...accountMails(authSecret),
    ...orderMails,
    ...contactMails(contactEmail),
  }
  return async ({ template, content }) => {
    const draft = Object.hasOwn(templates, template) && templates[template]
    if (!draft) throw new Error(`There is no mail template ${template}`)
    // Only the template's own slice queues it, with what it wants.
    return composeMail(site, await draft(content as never, site))
  }
}
