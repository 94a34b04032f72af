import { html } from 'hono/html'
import theme from '#simulators/page-theme.css?raw'
import { simulatorPage } from '#simulators/simulator-page.server.ts'
import styles from './inbox.css?raw'
import type { ReceivedFile, ReceivedMail } from './inbox.server.ts'

/** Returns the page with the newest mail open. Mails are sandboxed: no scripts, links open in a new tab. */
export function inboxHtml(mails: ReceivedMail[]) {
  const content = html`<p>Shows every mail that the shop sends, newest first. Nothing is delivered. Reload the page to see new mail.</p>
  ${mails.length === 0 ? html`<p class="quiet">No mail yet.</p>` : ''}
  ${mails.map((mail, index) => mailHtml(mail, index === 0))}`
  return simulatorPage('Mail simulator', theme + styles, content)
}

function mailHtml(mail: ReceivedMail, isOpen: boolean) {
  return html`<details ${isOpen ? 'open' : ''}>
    <summary>
      <h2>${mail.subject}</h2>
      <span>To ${mail.to}</span>
      ${mail.replyTo === undefined ? '' : html`<span>Reply to ${mail.replyTo}</span>`}
      <small>${mail.receivedAt.slice(0, 19).replace('T', ' ')} UTC</small>
    </summary>
    <iframe title="${mail.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"
      srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>
    ${(mail.attachments ?? []).map(fileHtml)}
    <h3>As plain text</h3>
    <pre tabindex="0">${withLinks(mail.text)}</pre>
  </details>`
}

function fileHtml({ name, size, path }: ReceivedFile) {
  const kilobytes = Math.ceil(size / 1024)
  return html`<p>Attached: <a href="/simulators/mail/${path}" download>${name}</a> (${kilobytes} KB)</p>`
}

function withLinks(text: string) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return parts.map((part, index) =>
    index % 2 === 0 ? part : html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>`,
  )
}
