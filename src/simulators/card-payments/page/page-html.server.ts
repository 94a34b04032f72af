import { html } from 'hono/html'
import { type CardBehaviour, testCards } from '#simulators/card-payments/intents/test-cards.ts'
import { faultMeanings } from '#simulators/card-payments/store/faults.server.ts'
import theme from '#simulators/page-theme.css?raw'
import { simulatorPage } from '#simulators/simulator-page.server.ts'
import styles from './page.css?raw'
import type { PageState } from './page-state.server.ts'

export const pageStyles = theme + styles

const cardMeanings: Record<CardBehaviour, string> = {
  succeeds: 'Succeeds',
  needs_authentication: 'Asks for 3D Secure, then succeeds',
  generic_decline: 'Declined',
  insufficient_funds: 'Declined: insufficient funds',
  lost_card: 'Declined: lost card',
  stolen_card: 'Declined: stolen card',
  expired_card: 'Declined: expired card',
  incorrect_cvc: 'Declined: incorrect security code',
  processing_error: 'Declined: processing error',
  refund_is_pending: 'Succeeds; a refund stays pending for 5 seconds, then succeeds',
  refund_fails: 'Succeeds; a refund succeeds, then fails after 5 seconds',
}

/** Returns the page. `base` is the path where the simulator is mounted, without a trailing slash. */
export function pageHtml(state: PageState, base: string) {
  const content = html`<p>Simulates the card payment provider. No money is moved and no card number is stored.</p>
  ${cardsHtml()} ${intentsHtml(state, base)} ${eventsHtml(state, base)} ${faultsHtml(state, base)}`
  return simulatorPage('Card payment simulator', pageStyles, content)
}

function cardsHtml() {
  return html`<section aria-labelledby="cards">
    <h2 id="cards">Test cards</h2>
    <p class="quiet">With any future expiration date and any security code.</p>
    <ul>${testCards.map(
      (card) => html`<li>
        <code>${card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code>
        <span>${cardMeanings[card.behaviour]}</span> <small>${card.id}</small></li>`,
    )}</ul>
  </section>`
}

function intentsHtml({ intents }: PageState, base: string) {
  return html`<section aria-labelledby="intents">
    <h2 id="intents">Latest payment intents</h2>
    ${intents.length === 0 ? html`<p class="quiet">None yet.</p>` : ''}
    <ul>${intents.map(
      (intent) => html`<li>
        <code>${intent.id}</code> <strong>${dollars(intent.amount)}</strong>
        <span>${intent.status}${intent.amount_refunded > 0 ? `, ${dollars(intent.amount_refunded)} refunded` : ''}</span>
        <span class="quiet">${intent.last_payment_error?.message ?? ''}</span>
        <small>${time(intent.created)}</small>
        ${refundHtml(intent, base)}</li>`,
    )}</ul>
  </section>`
}

/** The form for a refund made outside the shop. */
function refundHtml({ id, status, amount, amount_refunded }: PageState['intents'][number], base: string) {
  const left = ((amount - amount_refunded) / 100).toFixed(2)
  if (status !== 'succeeded' || amount === amount_refunded) return ''
  return html`<form method="post" action="${base}/intents/${id}/refund">
    <label>Refund dollars
      <input name="dollars" type="number" step="0.01" min="0.01" max="${left}" value="${left}" required></label>
    <button aria-label="Refund ${id}">Refund</button>
  </form>`
}

function eventsHtml({ events, events_to_send: toSend }: PageState, base: string) {
  return html`<section aria-labelledby="events">
    <h2 id="events">Latest events</h2>
    <p class="quiet">${events.length === 0 ? 'None yet.' : `${toSend} to send.`}</p>
    <ul>${events.map(
      (event) => html`<li>
        <strong>${event.type}</strong> <code>${event.object}</code> <small>${time(event.created)}</small>
        ${event.deliveries.map((delivery) => html`<span class="quiet">${deliveryText(delivery)}</span>`)}
        <form method="post" action="${base}/events/${event.id}/resend">
          <button aria-label="Send again: ${event.type} of ${event.object}">Send again</button>
        </form></li>`,
    )}</ul>
  </section>`
}

function faultsHtml({ faults }: PageState, base: string) {
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    <form class="order" method="post" action="${base}/faults">
      <label>What goes wrong
        <select name="kind">${Object.entries(faultMeanings).map(
          ([kind, meaning]) => html`<option value="${kind}">${meaning}</option>`,
        )}</select></label>
      <label>How many times <input name="count" type="number" min="1" max="1000" value="1" required></label>
      <label>Only for this call or event <input name="call" placeholder="payment_intents.confirm"></label>
      <button>Order</button>
    </form>
    ${faults.length === 0 ? html`<p class="quiet">None ordered.</p>` : ''}
    <ul>${faults.map(
      (fault) => html`<li><strong>${fault.kind}</strong>
        <span>${fault.remaining} left</span> <span class="quiet">${fault.call ?? 'any'}</span></li>`,
    )}</ul>
    ${faults.length > 0 ? html`<form method="post" action="${base}/faults/clear"><button>Clear all</button></form>` : ''}
  </section>`
}

function deliveryText(delivery: PageState['events'][number]['deliveries'][number]): string {
  const kind = delivery.variant === 'true' ? '' : `${delivery.variant.replace('_', ' ')}: `
  const answer = delivery.last_answer ? `, last response ${delivery.last_answer}` : ''
  return `${kind}${delivery.state}, ${delivery.attempts} sent${answer}`
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

function time(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
