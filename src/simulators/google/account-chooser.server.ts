import { html } from 'hono/html'
import theme from '#simulators/page-theme.css?raw'
import { simulatorPage } from '#simulators/simulator-page.server.ts'
import styles from './account-chooser.css?raw'
import type { DemoAccount } from './demo-accounts.ts'

export const pageStyles = theme + styles

/** Returns the list of accounts; with `signIn`, each account is a button. */
export function accountsHtml(accounts: DemoAccount[], signIn?: { cancelUrl: string }) {
  return pageHtml(
    signIn ? 'Choose an account' : 'Simulated Google',
    html`<p>This page simulates Google. The accounts are fictional and need no password.</p>
    <ul>${accounts.map((account) => html`<li>${signIn ? choiceHtml(account) : accountHtml(account)}</li>`)}</ul>
    ${signIn ? html`<a class="cancel" href="${signIn.cancelUrl}">Cancel</a>` : ''}`,
  )
}

/** Returns the error page for requests that can't be redirected. */
export function refusalHtml(refused: 'client' | 'redirect_uri') {
  return pageHtml(
    'Access blocked',
    html`<p>${
      refused === 'client'
        ? 'No app is registered under this client id.'
        : 'The redirect URI is not registered for this app.'
    }</p>`,
  )
}

// Without an action the form posts to the page's own URL, which keeps the request's query.
function choiceHtml(account: DemoAccount) {
  return html`<form method="post">
    <button name="sub" value="${account.sub}">${accountHtml(account)}</button></form>`
}

function accountHtml({ name, email }: DemoAccount) {
  return html`<span class="account"><span class="initial" aria-hidden="true">${name[0]}</span>
    <span><strong>${name}</strong><br>${email}</span></span>`
}

function pageHtml(title: string, content: unknown) {
  return simulatorPage(`${title} | Simulated Google`, pageStyles, content, title)
}
